import type { BoardNote } from './board-reader.ts';

/** What spreadsheets take for the beginning of a formula, tab and carriage return among it (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * The same within a text, where a new cell begins for programs that part cells by semicolons or tabs: to them, a quote
 * after a comma is none, so that a line end counts too.
 */
const FORMULA_WITHIN = /([;\t\r\n][ "]*)(?=[=+\-@＝＋－＠])/g;

/** The line with the names of the columns. */
export function csvHeader(): string {
  return record(['Title', 'Text', 'Done', 'Author', 'Created', 'Changed', 'Files']);
}

/** The line of a note; a text may have several. Times are ISO 8601. */
export function csvRow({ title, body, done, author, created_at: created, updated_at: changed, files }: BoardNote): string {
  return record([title, body, done ? 'yes' : 'no', author?.name ?? '', created, changed, files.map(({ name }) => name).join('; ')]);
}

/**
 * RFC 4180: lines end in CR and LF, and a field with a comma, a quote or a line end stands in quotes. So does one with a
 * semicolon or a tab, which some programs take for a comma.
 */
function record(fields: readonly string[]): string {
  return `${fields.map(field).join(',')}\r\n`;
}

function field(text: string): string {
  // An apostrophe makes it a text to every spreadsheet.
  const within = text.replaceAll(FORMULA_WITHIN, "$1'");
  const harmless = FORMULA.test(text) ? `'${within}` : within;
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
