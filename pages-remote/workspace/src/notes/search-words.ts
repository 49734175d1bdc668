/**
 * Words as `to_tsquery` takes them, each as the beginning of one: people see what they look for while they still type.
 * Quoted, so that the database takes a word such as `3.14` or `it's` apart by the same rules as those of the notes
 * (postgresql.org/docs, "Parsing Queries").
 */
export function searchWords(text: string): string {
  return text
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`)
    .join(' & ');
}
