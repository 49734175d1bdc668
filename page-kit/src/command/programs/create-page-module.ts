import { newCommand } from '../commands/new.ts';
import type { Program } from '../framework/command-line.ts';
import type { CommandContext } from '../framework/definition.ts';
import { runProgram } from '../framework/run-program.ts';

/** The program `create-page-module`: `atrium new` without dependencies, so that a team installs page-kit only once, in its new module. */
export const CREATE_PAGE_MODULE: Program = { name: 'create-page-module', commands: [newCommand] };

/**
 * Runs `create-page-module`.
 *
 * @param args the arguments after the program's name
 * @param context as for {@link runProgram}
 * @returns the exit code, as for {@link runProgram}
 */
export function createPageModule(args: readonly string[], context: Partial<Omit<CommandContext, 'call'>> = {}): Promise<number> {
  return runProgram(CREATE_PAGE_MODULE, args, context);
}
