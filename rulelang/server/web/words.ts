// The page's own words, in the language of the match where they are known.
const WORDS: Record<string, Record<string, string>> = {
  en: {
    "games": "Games", "theme": "Light / dark", "lost": "The connection is lost; trying again …", "you": "you", "to play": "to play", "hidden": "hidden",
    "in play": "{n} in play", "at home": "{n} at home", "your mat": "your mat", "empty": "Empty", "wins": "wins", "hint": "Click on the table, or press a number.",
    "why hint": "Click on what can not be chosen.", "waits": "{name} decides.", "all options": "All options", "any time": "At any time", "undo": "Undo", "why": "Why not …",
    "nothing refused": "Everything that this question is about can be chosen.", "log": "What happened", "replay": "Replay", "back to now": "Back to now",
    "your turn": "Your turn: {prompt}", "start": "Start", "players": "Players", "seats": "Seats", "variants": "Variants", "options": "Options", "language": "Language",
    "me": "me", "person": "somebody with a link", "links": "Links to the seats", "play": "Play", "watch": "Watch", "seed": "Seed", "choose game": "Choose a game", "cards": "{n} cards", "none": "none",
  },
  nl: {
    "games": "Spellen", "theme": "Licht / donker", "lost": "De verbinding is weg; nog een poging …", "you": "jij", "to play": "aan de beurt", "hidden": "verborgen",
    "in play": "{n} in het spel", "at home": "{n} thuis", "your mat": "jouw bord", "empty": "Leeg", "wins": "wint", "hint": "Klik op de tafel, of druk op een cijfer.",
    "why hint": "Klik op wat niet kan worden gekozen.", "waits": "{name} kiest.", "all options": "Alle keuzes", "any time": "Op elk moment", "undo": "Terug", "why": "Waarom niet …",
    "nothing refused": "Alles waar deze vraag over gaat kan worden gekozen.", "log": "Wat er gebeurde", "replay": "Terugkijken", "back to now": "Terug naar nu", "cards": "{n} kaarten",
    "your turn": "Jij bent aan de beurt: {prompt}",
  },
};
let language = "en";

export function speak(code: string): void {
  language = code;
  document.documentElement.lang = code;
}

export function word(name: string, parts: Record<string, string | number> = {}): string {
  const text = WORDS[language]?.[name] ?? WORDS["en"]![name] ?? name;
  return text.replace(/\{(\w+)\}/g, (_, part: string) => String(parts[part] ?? ""));
}
