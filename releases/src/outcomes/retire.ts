import type { RegisteredRemote } from '../registry.ts';
import { refusal, type Outcome } from './outcome.ts';

/** What becomes of a remote that is retired. @throws MoveRefusedError */
export function retired(name: string, current: RegisteredRemote | null): Outcome {
  const subject = `${name} cannot be retired`;
  if (current === null) throw refusal(subject, 'stored', 'nothing was ever released under this name: look at the list of what is live');
  if (current.kind !== 'page-module') {
    throw refusal(subject, 'kind', `it is the ${current.kind}, without which there is no site: release another one`);
  }
  return { remote: { ...current, live: null, previous: current.live, canary: null, since: null }, overridden: [] };
}
