"""Words of a language: names of things, texts with holes, phrases."""
