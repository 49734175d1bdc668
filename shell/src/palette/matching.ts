/** The texts by which a query finds an entry. */
export interface Findable {
  /** The title, in each language that the user may type. */
  readonly titles: readonly string[];
  /** Further words. They count less than the title. */
  readonly keywords: readonly string[];
}

/**
 * How well a query matches, as a number from which only the order matters; 0 if a word of the query has no match. Letter case,
 * accents and the order of the words are ignored.
 */
export function matchScore(query: string, { titles, keywords }: Findable): number {
  const words = wordsOf(query);
  let sum = 0;
  for (const word of words) {
    const score = Math.max(...titles.map((title) => 2 * wordScore(word, title)), ...keywords.map((text) => keywordScore(word, text)));
    if (score <= 0) return 0;
    sum += score;
  }
  return words.length === 0 ? 0 : sum / words.length;
}

/** The parts of a text, with those marked that the words of a query match. */
export function markMatches(title: string, query: string): readonly { readonly text: string; readonly matches: boolean }[] {
  // Folding can make a character longer, as "…", or remove it, as an accent of its own.
  const folding = Array.from(title, folded);
  const text = folding.join('');
  const places = folding.flatMap((part, index) => Array.from({ length: part.length }, () => index));
  const characters = [...title];
  const marked = characters.map(() => false);
  for (const word of wordsOf(query)) {
    for (const at of placesOf(word, text)) marked.fill(true, places[at], (places[at + word.length - 1] ?? 0) + 1);
  }
  const parts: { text: string; matches: boolean }[] = [];
  for (const [index, matches] of marked.entries()) {
    const last = parts.at(-1);
    if (last?.matches === matches) last.text += characters[index];
    else parts.push({ text: characters[index] ?? '', matches });
  }
  return parts;
}

/** Text whose letters compare equal regardless of case and accents. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function wordsOf(text: string): readonly string[] {
  return folded(text).split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** Where a word is in a folded text: at the beginnings of words, or else at its first place. */
function placesOf(word: string, text: string): readonly number[] {
  const beginnings = [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${word}`, 'gu'))].map(({ index }) => index);
  const within = word.length > 1 ? text.indexOf(word) : -1;
  return beginnings.length > 0 || within < 0 ? beginnings : [within];
}

/** Scripts in which one or two characters are a word. */
const SHORT_WORDS = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Keywords are not on screen, so a letter or two that begin one would find entries for no visible reason. */
function keywordScore(word: string, text: string): number {
  const score = wordScore(word, text);
  return word.length > 2 || score === 4 || SHORT_WORDS.test(word) ? score : 0;
}

/** 4 for an equal word, 3 for its beginning, 2 for a part or the initials of several words, 1 for its letters with others between them. */
function wordScore(word: string, text: string): number {
  const words = wordsOf(text);
  if (words.includes(word)) return 4;
  if (words.some((other) => other.startsWith(word))) return 3;
  if (word.length < 2) return 0;
  const initials = words.map((other) => other[0]).join('');
  if (initials.startsWith(word) || words.some((other) => other.includes(word))) return 2;
  return word.length > 2 && words.some((other) => hasLetters(word, other)) ? 1 : 0;
}

/** Whether a word begins with the first letter and has all letters in this order, such as `wrksp` in `workspace`. */
function hasLetters(letters: string, word: string): boolean {
  if (word[0] !== letters[0]) return false;
  let at = -1;
  return [...letters].every((letter) => {
    at = word.indexOf(letter, at + 1);
    return at >= 0;
  });
}
