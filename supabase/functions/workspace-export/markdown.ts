import type { BoardNote } from './board-reader.ts';

/** The name of the board as the top heading. */
export function markdownHeading(boardName: string): string {
  return `# ${inLine(boardName)}\n`;
}

/** A note: its title with a check box, its text, its author and date, and its files. */
export function markdownNote({ title, body, done, author, created_at: created, files }: BoardNote): string {
  const parts = [
    `\n## ${done ? '☑' : '☐'} ${inLine(title)}\n`,
    ...(body.trim() === '' ? [] : [`\n${lines(body)}\n`]),
    `\n*${[inLine(author?.name ?? ''), created.slice(0, 10)].filter((part) => part !== '').join(', ')}*\n`,
    ...(files.length === 0 ? [] : [`\n${files.map(({ name }) => `- ${inLine(name)}\n`).join('')}`]),
  ];
  return parts.join('');
}

/** Escapes Markdown and HTML, so that the text reads as typed (CommonMark 0.31, section 2.4). */
function inLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(/[\\`*_{}[\]<>#|~!&$^=]/g, '\\$&').trim();
}

/** An item of a checklist, as the workspace shows it. */
const ITEM = /^- \[([ xX])\] (.*)$/;

/** Escapes each line, except the box of an item of a checklist. A backslash at the end of a line keeps the line break. */
function lines(text: string): string {
  return text
    .trim()
    .split(/\r\n|\r|\n/)
    .map((line, index, all) => {
      const next = all[index + 1] ?? '';
      const [, mark, item = ''] = ITEM.exec(line) ?? [];
      const written = mark === undefined ? plain(line) : `- [${mark.toLowerCase()}] ${inLine(item)}`;
      if (line.trim() === '' || next.trim() === '') return written;
      // Text and lists are blocks of their own.
      if (ITEM.test(line) !== ITEM.test(next)) return `${written}\n`;
      return mark === undefined ? `${written}\\` : written;
    })
    .join('\n');
}

/** A line of text, which must not begin a list. */
function plain(line: string): string {
  return inLine(line).replace(/^([-+]|\d+(?=[.)]))/, (marker) => (/\d/.test(marker) ? `${marker}\\` : `\\${marker}`));
}
