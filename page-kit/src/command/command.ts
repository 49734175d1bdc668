import packageJson from '../../package.json' with { type: 'json' };
import { readCommandLine, type CommandLine } from './line/command-line.ts';
import { commandText, overviewText } from './line/help-text.ts';
import { reportFailure } from './report/failure-report.ts';
import { Output } from './report/output.ts';

/** What a call of the command works with: those of its process, unless given. */
export interface CommandSurroundings {
  readonly output: Output;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs `atrium`.
 *
 * @param args what stands behind the command's own name
 * @returns the exit code: 0 done, 1 refused or failed, 2 called in a wrong way
 * @throws what is a defect of this program
 */
export async function runCommand(args: readonly string[], { output = new Output(), cwd = process.cwd(), env = process.env }: Partial<CommandSurroundings> = {}): Promise<number> {
  const asJson = args.includes('--json');
  let name: string | null = null;
  try {
    const line = readCommandLine(args);
    if (line.asked === 'run') {
      name = line.command.name;
      return await run(line, { output, cwd, env }, asJson);
    }
    output.print(line.asked === 'version' ? packageJson.version : line.command ? commandText(line.command) : overviewText());
    return 0;
  } catch (error) {
    const report = reportFailure(error);
    if (report === null) throw error;
    if (asJson) output.print(JSON.stringify({ ok: false, command: name, error: report.error }, null, 2));
    else output.complain(report.text);
    return report.exitCode;
  }
}

async function run({ command, call }: Extract<CommandLine, { asked: 'run' }>, surroundings: CommandSurroundings, asJson: boolean): Promise<number> {
  const { json, text, ok = true } = await command.run({ call, ...surroundings });
  const { output } = surroundings;
  if (asJson) output.print(JSON.stringify({ ok, command: command.name, ...json }, null, 2));
  else output.print(text.join('\n'));
  return ok ? 0 : 1;
}
