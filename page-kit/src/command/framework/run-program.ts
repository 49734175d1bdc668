import { createInterface } from 'node:readline/promises';
import packageJson from '../../../package.json' with { type: 'json' };
import { CommandError } from '../../errors.ts';
import { readCommandLine, type Program } from './command-line.ts';
import type { CommandContext } from './definition.ts';
import { reportFailure } from './failure-report.ts';
import { Output } from './output.ts';

/**
 * Runs a program.
 *
 * @param args the arguments after the program's name
 * @param context streams, folder, environment and questions; those of this process by default
 * @returns the exit code: 0 success, 1 refused or failed, 2 invalid usage
 * @throws Error for a defect of this program
 */
export async function runProgram(
  program: Program,
  args: readonly string[],
  { output = new Output(), cwd = process.cwd(), env = process.env, ask = process.stdin.isTTY && process.stderr.isTTY ? askInTerminal : null }: Partial<Omit<CommandContext, 'call'>> = {},
): Promise<number> {
  const asJson = args.includes('--json');
  let name: string | null = null;
  try {
    const line = readCommandLine(program, args);
    if (line.kind !== 'run') {
      output.print(line.kind === 'version' ? packageJson.version : line.text);
      return 0;
    }
    name = line.command.name;
    const { json, text, ok = true } = await line.command.run({ call: line.call, output, cwd, env, ask: asJson ? null : ask });
    output.print(asJson ? JSON.stringify({ ok, command: name, ...json }, null, 2) : text.join('\n'));
    return ok ? 0 : 1;
  } catch (error) {
    const report = reportFailure(error);
    if (report === null) throw error;
    if (asJson) output.print(JSON.stringify({ ok: false, command: name, error: report.error }, null, 2));
    else output.printError(report.text);
    return report.exitCode;
  }
}

async function askInTerminal(question: string): Promise<string> {
  // Standard output has only the result.
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const cancelled = () => new CommandError('cancelled', 'Cancelled. Nothing was changed.');
  // Depending on the version of Node, Ctrl-C and Ctrl-D reject the question, or leave it pending.
  const closed = new Promise<never>((_resolve, reject) => {
    terminal.once('close', () => reject(cancelled()));
  });
  try {
    return await Promise.race([terminal.question(question).catch(() => Promise.reject(cancelled())), closed]);
  } catch (error) {
    // The message goes below the question.
    process.stderr.write('\n');
    throw error;
  } finally {
    terminal.close();
  }
}
