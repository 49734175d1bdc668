/** What a full-text filter asks of a value; null for any other filter, and for those that are not faked. */
export type TextSearch = (value: unknown) => boolean;

/**
 * Reads a full-text filter (docs.postgrest.org, "Full-Text Search") of the configuration `simple`, as far as it asks for
 * words that must all be there: words with `&` between them (`fts`), each perhaps in quotes and with `:*` for its
 * beginning, or plain text (`plfts`). The column is a `tsvector` that the table fills in, see `TableDefinition.search`.
 */
export function textSearchOf(expression: string): TextSearch | null {
  const [, kind, query = ''] = /^(fts|plfts)\(simple\)\.(.*)$/s.exec(expression) ?? [];
  if (kind === undefined || (kind === 'fts' && /[|!<>()]/.test(query.replace(/'(?:[^']|'')*'/g, '')))) return null;
  const terms = kind === 'fts' ? query.split(/\s*&\s*(?=(?:[^']*'[^']*')*[^']*$)/).map(readTerm) : [{ text: query, isBeginning: false }];
  const wanted = terms.flatMap(({ text, isBeginning }) => words(text).map((word, index, all) => ({ word, isBeginning: isBeginning && index === all.length - 1 })));
  return (value) => {
    const found = words(typeof value === 'string' ? value : '');
    return wanted.length > 0 && wanted.every(({ word, isBeginning }) => found.some((other) => (isBeginning ? other.startsWith(word) : other === word)));
  };
}

function readTerm(term: string): { readonly text: string; readonly isBeginning: boolean } {
  const [, quoted, plain = '', beginning] = /^(?:'((?:[^']|'')*)'|([^:]*))(:\*)?$/.exec(term.trim()) ?? [];
  return { text: quoted?.replaceAll("''", "'") ?? plain, isBeginning: beginning !== undefined };
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
