import { parseArgs } from 'node:util';
import { UsageError } from '../errors.ts';
import { buildCommand } from './commands/build.ts';
import { canaryCommand } from './commands/canary.ts';
import { checkCommand } from './commands/check.ts';
import { devCommand } from './commands/dev.ts';
import { gcCommand } from './commands/gc.ts';
import { healthCommand } from './commands/health.ts';
import { historyCommand } from './commands/history.ts';
import { newCommand } from './commands/new.ts';
import { previewCommand } from './commands/preview.ts';
import { promoteCommand } from './commands/promote.ts';
import { publishCommand } from './commands/publish.ts';
import { quarantineCommand } from './commands/quarantine.ts';
import { retireCommand } from './commands/retire.ts';
import { rollbackCommand } from './commands/rollback.ts';
import { statusCommand } from './commands/status.ts';
import { tokenCommand } from './commands/token.ts';
import { traceCommand } from './commands/trace.ts';
import { typesCommand } from './commands/types.ts';
import { verifyCommand } from './commands/verify.ts';
import { Call, type Command, type OptionDefinition } from './framework/definition.ts';

/** Every command, in the order of the help. */
const COMMANDS: readonly Command[] = [
  newCommand,
  devCommand,
  typesCommand,
  buildCommand,
  verifyCommand,
  previewCommand,
  publishCommand,
  canaryCommand,
  promoteCommand,
  checkCommand,
  statusCommand,
  healthCommand,
  traceCommand,
  rollbackCommand,
  quarantineCommand,
  historyCommand,
  retireCommand,
  tokenCommand,
  gcCommand,
];

const GLOBAL_OPTIONS: readonly OptionDefinition[] = [
  { name: 'json', help: 'print one JSON document, and nothing else, to standard output' },
  { name: 'help', help: 'print this help' },
];

/** A parsed command line. */
export type CommandLine =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly command: Command; readonly call: Call };

/** Parses the arguments after `atrium`. @throws UsageError */
export function readCommandLine(args: readonly string[]): CommandLine {
  const [first, ...rest] = args;
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    return { kind: 'help', text: rest[0] === undefined ? overviewText() : commandHelp(findCommand(rest[0])) };
  }
  if (first === '--version') return { kind: 'version' };
  const command = findCommand(first);
  const { values, positionals } = parse(command, rest);
  if (values['help'] === true) return { kind: 'help', text: commandHelp(command) };
  const required = command.operands.filter((operand) => !operand.startsWith('['));
  if (positionals.length < required.length) {
    throw new UsageError(`Missing argument: ${required.slice(positionals.length).join(' ')}. Run atrium ${command.name} --help.`);
  }
  if (positionals.length > command.operands.length) {
    const surplus = positionals.slice(command.operands.length).join(' ');
    throw new UsageError(`Unexpected argument: "${surplus}". Run atrium ${command.name} --help.`);
  }
  return { kind: 'run', command, call: new Call(positionals, values) };
}

function findCommand(name: string): Command {
  const command = COMMANDS.find((one) => one.name === name);
  if (command !== undefined) return command;
  throw new UsageError(`Unknown command "${name}". Run atrium --help.`);
}

interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

function parse(command: Command, args: readonly string[]): Parsed {
  const options: Record<string, { type: 'boolean' | 'string'; short?: string; multiple: false }> = {
    json: { type: 'boolean', multiple: false },
    help: { type: 'boolean', short: 'h', multiple: false },
  };
  for (const { name, value } of command.options) options[name] = { type: value === undefined ? 'boolean' : 'string', multiple: false };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('. ')[0] ?? '') : String(cause);
    throw new UsageError(`${reason}. Run atrium ${command.name} --help.`, { cause });
  }
}

function overviewText(): string {
  return [
    'atrium: creates page modules and releases the parts of an Atrium site',
    '',
    '  atrium COMMAND [options]      atrium COMMAND --help explains a command',
    '',
    ...columns(COMMANDS.map(({ name, summary }) => [name, summary])),
    '',
    'Releases are in a folder, --store DIR (default: ATRIUM_STORE, or the nearest .atrium/releases in this folder or above it),',
    'or on a site, --site URL (default: ATRIUM_SITE), which needs a token in ATRIUM_TOKEN.',
    '',
    'Exit codes: 0 success; 1 refused or failed, with the reason; 2 invalid usage.',
    '',
  ].join('\n');
}

function commandHelp({ name, summary, operands, options, notes = [] }: Command): string {
  return [
    `atrium ${name}: ${summary}`,
    '',
    `  ${['atrium', name, ...operands, '[options]'].join(' ')}`,
    '',
    ...columns([...options, ...GLOBAL_OPTIONS].map((option) => [flagOf(option), option.help])),
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
