import type { BoardNote } from './board-reader.ts';

/** What spreadsheets take for the beginning of a formula, tab and carriage return among it (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** The line with the names of the columns. */
export function csvHeader(): string {
  return record(['Title', 'Text', 'Done', 'Author', 'Created', 'Changed', 'Files']);
}

/** The line of a note; a text may have several. Times are ISO 8601. */
export function csvRow({ title, body, done, author, created_at: created, updated_at: changed, files }: BoardNote): string {
  return record([title, body, done ? 'yes' : 'no', author?.name ?? '', created, changed, files.map(({ name }) => name).join('; ')]);
}

/** RFC 4180: lines end in CR and LF, and a field with a comma, a quote or a line end stands in quotes. */
function record(fields: readonly string[]): string {
  return `${fields.map(field).join(',')}\r\n`;
}

function field(text: string): string {
  // An apostrophe makes it a text to every spreadsheet.
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
