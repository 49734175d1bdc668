/** A simple command of a shell script: its words, without the variables set before it. */
export interface ShellCommand {
  readonly words: readonly string[];
  /** Line in the script, counted from 0. */
  readonly line: number;
}

/** Words before a command that do not belong to it. */
const PREFIXES: ReadonlySet<string> = new Set(['if', 'then', 'else', 'do', 'while', 'until', '!', 'exec', 'sudo', 'npx']);

/**
 * Splits a script into simple commands, as far as the documentation needs it: at line ends, `&&`, `||`, `;` and `|`, with
 * quotes and comments. `$(…)` is one word.
 */
export function shellCommands(script: string): readonly ShellCommand[] {
  return script
    .replaceAll('\\\n', '  ')
    .split('\n')
    .flatMap((text, line) => commandsOf(text).map((words) => ({ words: withoutPrefixes(words), line })))
    .filter(({ words }) => words.length > 0);
}

function commandsOf(text: string): string[][] {
  const commands: string[][] = [[]];
  const token = /\s+|(?<end>&&|\|\||[;|&])|(?<comment>#.*)|(?<word>(?:"[^"]*"|'[^']*'|\$\([^)]*\)|\\.|[^\s;|&"'\\])+)/gy;
  for (const { groups } of text.matchAll(token)) {
    if (groups?.['end'] !== undefined) commands.push([]);
    else if (groups?.['comment'] !== undefined) break;
    else if (groups?.['word'] !== undefined) commands.at(-1)?.push(groups['word'].replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
  }
  return commands;
}

/** `npx --yes FILE …` */
function isOfNpx(word: string, last: string | undefined): boolean {
  return word === '--yes' && last === 'npx';
}

/** `sudo -u USER …` */
function isOfSudo(word: string, last: string | undefined): boolean {
  return (word === '-u' && last === 'sudo') || last === '-u';
}

function withoutPrefixes(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word, index) => !PREFIXES.has(word) && !/^[A-Za-z_]\w*=/.test(word) && !isOfNpx(word, words[index - 1]) && !isOfSudo(word, words[index - 1]));
  return first < 0 ? [] : words.slice(first);
}
