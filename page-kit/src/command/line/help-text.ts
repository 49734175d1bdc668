import { commands } from '../commands/all-commands.ts';
import type { Command, OptionDefinition } from './command-definition.ts';

const everyCommand: readonly OptionDefinition[] = [
  { name: 'json', help: 'print one JSON document, and nothing else, on standard output' },
  { name: 'help', help: 'print this' },
];

/** What `atrium --help` prints. */
export function overviewText(): string {
  return [
    'atrium: makes page modules, and releases the parts of an Atrium site',
    '',
    '  atrium COMMAND [options]      atrium COMMAND --help says more',
    '',
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    '',
    'Where the releases are: --store DIR (or ATRIUM_STORE, or the nearest .atrium/releases above this folder),',
    'or --site URL (or ATRIUM_SITE) with a token in ATRIUM_TOKEN.',
    '',
    'Exit codes: 0 done; 1 refused or failed, with the reason; 2 called in a wrong way.',
    '',
  ].join('\n');
}

/** What `atrium COMMAND --help` prints. */
export function commandText({ name, summary, operands, options, notes = [] }: Command): string {
  return [
    `atrium ${name}: ${summary}`,
    '',
    `  ${['atrium', name, ...operands, '[options]'].join(' ')}`,
    '',
    ...columns([...options, ...everyCommand].map((option) => [flagOf(option), option.help])),
    ...(notes.length > 0 ? ['', ...notes] : []),
    '',
  ].join('\n');
}

function flagOf({ name, value }: OptionDefinition): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
