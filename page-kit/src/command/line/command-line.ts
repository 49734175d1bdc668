import { parseArgs } from 'node:util';
import { commands } from '../commands/all-commands.ts';
import { Call } from './call.ts';
import type { Command } from './command-definition.ts';
import { UsageError } from './usage-error.ts';

/** What was asked for. */
export type CommandLine =
  | { readonly asked: 'help'; readonly command: Command | null }
  | { readonly asked: 'version' }
  | { readonly asked: 'run'; readonly command: Command; readonly call: Call };

/** Reads the command line. @throws UsageError with a line that says what is wrong and how to go on */
export function readCommandLine(args: readonly string[]): CommandLine {
  const [first, ...rest] = args;
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    return { asked: 'help', command: rest[0] === undefined ? null : commandOf(rest[0]) };
  }
  if (first === '--version') return { asked: 'version' };
  const command = commandOf(first);
  const { values, positionals } = parse(command, rest);
  if (values['help'] === true) return { asked: 'help', command };
  const needed = command.operands.filter((operand) => !operand.startsWith('['));
  if (positionals.length < needed.length) {
    throw new UsageError(`${needed.slice(positionals.length).join(' ')} is missing. Run atrium ${command.name} --help.`);
  }
  if (positionals.length > command.operands.length) {
    const surplus = positionals.slice(command.operands.length).join(' ');
    throw new UsageError(`"${surplus}" is not expected. Run atrium ${command.name} --help.`);
  }
  return { asked: 'run', command, call: new Call(positionals, values) };
}

function commandOf(name: string): Command {
  const command = commands.find((one) => one.name === name);
  if (command !== undefined) return command;
  throw new UsageError(`There is no command "${name}". Run atrium --help.`);
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
