import type { Candidate } from './entries.ts';
import { matchScore, type Findable } from './matching.ts';

/** Maximum number of suggestions: more would be a menu. */
const MAX_SUGGESTIONS = 3;

/** What a page must reach to be suggested, from 0 to 1. */
const MIN_CLOSENESS = 0.6;

/** Closeness of a page to the paths below it. */
const PARENT_CLOSENESS = 0.7;

/** The score of a word that is a title ({@link matchScore}). */
const TITLE_SCORE = 8;

/** The score of a word that begins a title. Lower scores are coincidences too often. */
const MIN_SCORE = 6;

/** Letters of the longest path that is compared, because the time grows with their square. */
const MAX_LETTERS = 200;

/** A page that the user may have wanted. */
export interface PageSuggestion {
  readonly path: string;
  readonly title: string;
  readonly icon: string | undefined;
}

/** The pages whose paths or titles are closest to a path that does not exist, the closest first. Of candidates with the same path, the first counts. */
export function suggestPages(pathname: string, candidates: readonly Candidate[]): readonly PageSuggestion[] {
  const wanted = decoded(pathname).slice(0, MAX_LETTERS);
  const byPath = new Map<string, { readonly page: PageSuggestion; readonly closeness: number }>();
  for (const { title, icon, choose, findable } of candidates) {
    const path = pathOf(choose);
    if (path !== null && !byPath.has(path)) byPath.set(path, { page: { path, title, icon }, closeness: closenessOf(wanted, path, findable) });
  }
  return [...byPath.values()]
    .filter(({ closeness }) => closeness >= MIN_CLOSENESS)
    .sort((one, other) => other.closeness - one.closeness)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ page }) => page);
}

function pathOf(choose: Candidate['choose']): string | null {
  if ('path' in choose) return choose.path;
  return 'command' in choose ? choose.command.path : null;
}

/** How close a page is to a wanted path, from 0 to 1. */
function closenessOf(wanted: string, path: string, findable: Findable): number {
  const parent = path !== '/' && wanted.startsWith(`${path}/`) ? PARENT_CLOSENESS : 0;
  const scores = wanted.split('/').map((segment) => matchScore(segment, findable)).filter((score) => score >= MIN_SCORE);
  return Math.max(similarity(wanted, path), parent, ...scores.map((score) => score / TITLE_SCORE));
}

/** The part of the letters that two paths share: 1 for equal ones, 0 for those without a common letter. */
function similarity(one: string, other: string): number {
  return 1 - editDistance(one, other) / Math.max(one.length, other.length, 1);
}

/** The number of letters to insert, remove or replace to turn one text into another (Levenshtein distance). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, otherLetter] of [...other].entries()) {
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (letter === otherLetter ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** A path as users read it: in small letters, without its last slash. */
function decoded(pathname: string): string {
  let text = pathname;
  try {
    text = decodeURIComponent(pathname);
  } catch {
    // The path is no encoded text: it is compared as it is.
  }
  return text.toLowerCase().replace(/\/+$/, '');
}
