import { buildCommand } from '../commands/build.ts';
import { canaryCommand } from '../commands/canary.ts';
import { checkCommand } from '../commands/check.ts';
import { dbCommand } from '../commands/db.ts';
import { devCommand } from '../commands/dev.ts';
import { gcCommand } from '../commands/gc.ts';
import { healthCommand } from '../commands/health.ts';
import { historyCommand } from '../commands/history.ts';
import { newCommand } from '../commands/new.ts';
import { previewCommand } from '../commands/preview.ts';
import { promoteCommand } from '../commands/promote.ts';
import { publishCommand } from '../commands/publish.ts';
import { quarantineCommand } from '../commands/quarantine.ts';
import { retireCommand } from '../commands/retire.ts';
import { rollbackCommand } from '../commands/rollback.ts';
import { statusCommand } from '../commands/status.ts';
import { tokenCommand } from '../commands/token.ts';
import { traceCommand } from '../commands/trace.ts';
import { typesCommand } from '../commands/types.ts';
import { verifyCommand } from '../commands/verify.ts';
import type { Program } from '../framework/command-line.ts';
import type { CommandContext } from '../framework/definition.ts';
import { runProgram } from '../framework/run-program.ts';

/** The program `atrium`. */
export const ATRIUM: Program = {
  name: 'atrium',
  commands: [
    newCommand,
    devCommand,
    typesCommand,
    dbCommand,
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
  ],
};

/**
 * Runs `atrium`.
 *
 * @param args the arguments after `atrium`
 * @param context as for {@link runProgram}
 * @returns the exit code: 0 success, 1 refused or failed, 2 invalid usage
 * @throws Error for a defect of this program
 */
export function runCommand(args: readonly string[], context: Partial<Omit<CommandContext, 'call'>> = {}): Promise<number> {
  return runProgram(ATRIUM, args, context);
}
