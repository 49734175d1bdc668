import type { Command } from '../line/command-definition.ts';
import { canaryCommand } from './canary.ts';
import { checkCommand } from './check.ts';
import { devCommand } from './dev.ts';
import { gcCommand } from './gc.ts';
import { historyCommand } from './history.ts';
import { newCommand } from './new.ts';
import { previewCommand } from './preview.ts';
import { promoteCommand } from './promote.ts';
import { publishCommand } from './publish.ts';
import { quarantineCommand } from './quarantine.ts';
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
  previewCommand,
  publishCommand,
  canaryCommand,
  promoteCommand,
  checkCommand,
  statusCommand,
  rollbackCommand,
  quarantineCommand,
  historyCommand,
  retireCommand,
  tokenCommand,
  gcCommand,
];
