import type { BoardNote } from './board-reader.ts';

/** Characters that begin a formula in a spreadsheet, including tab and carriage return (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Matches such characters inside a text, after a character that begins a new cell in programs that separate cells by semicolons or
 * tabs. Those programs do not treat a quote after a comma as the start of a quoted cell, so a line end begins a new cell, too.
 */
const FORMULA_WITHIN = /([;\t\r\n][ "]*)(?=[=+\-@＝＋－＠])/g;

/** The record with the names of the columns. */
export function csvHeader(): string {
  return record(['Title', 'Text', 'Done', 'Author', 'Created', 'Changed', 'Files']);
}

/** The record of a note, which may span lines. Times are ISO 8601. */
export function csvRow({ title, body, done, author, created_at: created, updated_at: changed, files }: BoardNote): string {
  return record([title, body, done ? 'yes' : 'no', author?.name ?? '', created, changed, files.map(({ name }) => name).join('; ')]);
}

/**
 * RFC 4180: records end with CR LF, and fields with a comma, a quote or a line end are quoted. So are fields with a semicolon or a
 * tab, which some programs read as separators.
 */
function record(fields: readonly string[]): string {
  return `${fields.map(field).join(',')}\r\n`;
}

function field(text: string): string {
  // Every spreadsheet treats a field that begins with an apostrophe as text.
  const within = text.replaceAll(FORMULA_WITHIN, "$1'");
  const harmless = FORMULA.test(text) ? `'${within}` : within;
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
