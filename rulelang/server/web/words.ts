// The page's own words; those of other languages than English are fetched when somebody speaks one. A test holds that
// each language of the shipped games has all of them.
import ENGLISH from "./en.json";

type Book = Record<string, string>;
const books: Record<string, Book> = { en: ENGLISH };
let language = "en";
let asked: Promise<void> | null = null;

async function fetchBooks(): Promise<void> {
  Object.assign(books, (await (await fetch("/words.json")).json()) as Record<string, Book>);
}

/** Speak a language from now on; `then` is called if its words had to be fetched first. */
export function speak(code: string, then: () => void): void {
  language = code;
  document.documentElement.lang = code;
  if (!books[code]) void (asked ??= fetchBooks()).then(then);
}

export const spoken = (): string => language;
export const LANGUAGES = ["en", "nl", "de", "fr", "es"];

/** One of the page's words, its holes filled; what is none of them, such as a sentence of the server's, as it is. */
export function word(name: string, parts: Record<string, string | number> = {}): string {
  const text = books[language]?.[name] ?? books["en"]![name] ?? name;
  return text.replace(/\{(\w+)\}/g, (_, part: string) => String(parts[part] ?? ""));
}
