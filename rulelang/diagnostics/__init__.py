"""Problems as data, one wording function each, and the renderers."""
