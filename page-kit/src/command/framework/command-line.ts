import { parseArgs } from 'node:util';
import { UsageError } from '../../errors.ts';
import { Call, type Command, type OptionDefinition } from './definition.ts';

const GLOBAL_OPTIONS: readonly OptionDefinition[] = [
  { name: 'json', help: 'print one JSON document, and nothing else, to standard output' },
  { name: 'help', help: 'print this help' },
];

/** A program that runs in a terminal. */
export interface Program {
  readonly name: string;
  /** In the order of the help. A program with a single command is called without the command's name. */
  readonly commands: readonly [Command, ...Command[]];
}

/** A parsed command line. */
export type CommandLine =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly command: Command; readonly call: Call };

/** Parses the arguments after the program's name. @throws UsageError */
export function readCommandLine(program: Program, args: readonly string[]): CommandLine {
  const [only, ...others] = program.commands;
  const [first, ...rest] = others.length === 0 && args[0] !== '--version' ? [only.name, ...args] : args;
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    return { kind: 'help', text: rest[0] === undefined ? overviewText(program) : commandHelp(program, findCommand(program, rest[0])) };
  }
  if (first === '--version') return { kind: 'version' };
  const command = findCommand(program, first);
  const { values, positionals } = parse(program, command, rest);
  if (values['help'] === true) return { kind: 'help', text: commandHelp(program, command) };
  const required = command.operands.filter((operand) => !operand.startsWith('['));
  if (positionals.length < required.length) {
    throw new UsageError(`Missing argument: ${required.slice(positionals.length).join(' ')}. Run ${callOf(program, command)} --help.`);
  }
  if (positionals.length > command.operands.length && command.operands.at(-1)?.includes('…') !== true) {
    const surplus = positionals.slice(command.operands.length).join(' ');
    throw new UsageError(`Unexpected argument: "${surplus}". Run ${callOf(program, command)} --help.`);
  }
  return { kind: 'run', command, call: new Call(positionals, values) };
}

function findCommand(program: Program, name: string): Command {
  const command = program.commands.find((one) => one.name === name);
  if (command !== undefined) return command;
  throw new UsageError(`Unknown command "${name}". Run ${program.name} --help.`);
}

/** How a user calls a command of the program. */
function callOf({ name, commands }: Program, command: Command): string {
  return commands.length === 1 ? name : `${name} ${command.name}`;
}

interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

function parse(program: Program, command: Command, args: readonly string[]): Parsed {
  const options: Record<string, { type: 'boolean' | 'string'; short?: string; multiple: false }> = {
    json: { type: 'boolean', multiple: false },
    help: { type: 'boolean', short: 'h', multiple: false },
  };
  for (const { name, value } of command.options) options[name] = { type: value === undefined ? 'boolean' : 'string', multiple: false };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('. ')[0] ?? '') : String(cause);
    throw new UsageError(`${reason}. Run ${callOf(program, command)} --help.`, { cause });
  }
}

function overviewText({ name, commands }: Program): string {
  return [
    `${name}: creates page modules and releases the parts of an Atrium site`,
    '',
    `  ${name} COMMAND [options]      ${name} COMMAND --help explains a command`,
    '',
    ...columns(commands.map((command) => [command.name, command.summary])),
    '',
    'Releases are in a folder, --store DIR (default: ATRIUM_STORE, or the nearest .atrium/releases in this folder or above it),',
    'or on a site, --site URL (default: ATRIUM_SITE), which needs a token in ATRIUM_TOKEN.',
    '',
    'Exit codes: 0 success; 1 refused or failed, with the reason; 2 invalid usage.',
    '',
  ].join('\n');
}

function commandHelp(program: Program, command: Command): string {
  const { summary, operands, options, notes = [] } = command;
  return [
    `${callOf(program, command)}: ${summary}`,
    '',
    `  ${[callOf(program, command), ...operands, '[options]'].join(' ')}`,
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
