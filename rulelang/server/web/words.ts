// The page's own words; a test holds that each language of the shipped games has all of them.
import WORDS from "./words.json";

type Book = Record<string, string>;
const BOOKS: Record<string, Book> = WORDS;
let language = "en";

export function speak(code: string): void {
  language = code;
  document.documentElement.lang = code;
}

export const spoken = (): string => language;
export const LANGUAGES = Object.keys(BOOKS);

/** One of the page's words, its holes filled; what is none of them, such as a sentence of the server's, as it is. */
export function word(name: string, parts: Record<string, string | number> = {}): string {
  const text = BOOKS[language]?.[name] ?? BOOKS["en"]![name] ?? name;
  return text.replace(/\{(\w+)\}/g, (_, part: string) => String(parts[part] ?? ""));
}
