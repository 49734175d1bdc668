import type { BoardNote } from './board-reader.ts';

/** The board's name, as the heading of the whole. */
export function markdownHeading(boardName: string): string {
  return `# ${inLine(boardName)}\n`;
}

/** A note: its title with a check box, its text, and a line with who wrote it when. */
export function markdownNote({ title, body, done, author, created_at: created, files }: BoardNote): string {
  const parts = [
    `\n## ${done ? '☑' : '☐'} ${inLine(title)}\n`,
    ...(body.trim() === '' ? [] : [`\n${lines(body)}\n`]),
    `\n*${[inLine(author?.name ?? ''), created.slice(0, 10)].filter((part) => part !== '').join(', ')}*\n`,
    ...(files.length === 0 ? [] : [`\n${files.map(({ name }) => `- ${inLine(name)}\n`).join('')}`]),
  ];
  return parts.join('');
}

/** A text that is to be read as it was typed, and is no markup, of Markdown or of HTML (CommonMark 0.31, section 2.4). */
function inLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(/[\\`*_{}[\]<>#|~!&$^=]/g, '\\$&').trim();
}

/** Line by line; a backslash at the end of a line keeps the line end. */
function lines(text: string): string {
  return text
    .trim()
    .split(/\r\n|\r|\n/)
    .map((line) => inLine(line).replace(/^([-+]|\d+(?=[.)]))/, (marker) => (/\d/.test(marker) ? `${marker}\\` : `\\${marker}`)))
    .map((line, index, all) => (line !== '' && (all[index + 1] ?? '').trim() !== '' ? `${line}\\` : line))
    .join('\n');
}
