import type { Command } from '../line/command-definition.ts';
import { checkCommand } from './check.ts';
import { devCommand } from './dev.ts';
import { gcCommand } from './gc.ts';
import { historyCommand } from './history.ts';
import { newCommand } from './new.ts';
import { publishCommand } from './publish.ts';
import { retireCommand } from './retire.ts';
import { rollbackCommand } from './rollback.ts';
import { statusCommand } from './status.ts';
import { tokenCommand } from './token.ts';
import { typesCommand } from './types.ts';
import { verifyCommand } from './verify.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  newCommand,
  devCommand,
  typesCommand,
  verifyCommand,
  publishCommand,
  checkCommand,
  statusCommand,
  rollbackCommand,
  historyCommand,
  retireCommand,
  tokenCommand,
  gcCommand,
];
