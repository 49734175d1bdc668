import type { GateFinding } from '../gate/gate-finding.ts';
import type { RegisteredRemote } from '../registry.ts';
import { MoveRefusedError } from '../store-errors.ts';

/** What a move makes of a remote. */
export interface Outcome {
  readonly remote: RegisteredRemote;
  /** What the gate had to say against it, where the move was forced. */
  readonly overridden: readonly string[];
}

/** The refusal of a move for one reason. */
export function refusal(subject: string, check: GateFinding['check'], message: string): MoveRefusedError {
  return new MoveRefusedError(subject, [{ check, message }]);
}
