import type { RegisteredRemote, Registry } from '../registry.ts';
import { admitted } from './examine.ts';
import { refusal, type Outcome } from './outcome.ts';
import type { StoredFacts } from './stored-facts.ts';

/** A wish for a canary: to begin one, to give it to more or fewer visitors, or, with 0 percent, to end it. */
export interface CanaryWish {
  readonly name: string;
  /** Null for the canary that there is. */
  readonly release: string | null;
  readonly percent: number;
  readonly force: boolean;
}

/** What becomes of a remote's canary. @throws MoveRefusedError */
export async function withCanary(
  registry: Registry,
  wish: CanaryWish,
  current: RegisteredRemote | null,
  facts: StoredFacts,
): Promise<Outcome> {
  const { name, percent, force } = wish;
  const subject = `${name} cannot have this canary`;
  const release = wish.release ?? current?.canary?.release ?? null;
  if (!current?.live) throw refusal(subject, 'canary', 'nothing of it is live, which most visitors would get: publish it');
  if (release === null) throw refusal(subject, 'canary', 'there is none: name a stored release');
  if (release === current.live) throw refusal(subject, 'canary', 'this release is live: everybody has it already');
  if (percent === 0) {
    if (current.canary?.release !== release) throw refusal(subject, 'canary', 'another release is the canary: look at what is live');
    return { remote: { ...current, canary: null }, overridden: [] };
  }
  const { overridden } = await admitted(registry, { name, release, force }, facts);
  const quarantined = current.quarantined.filter((bad) => bad !== release);
  return { remote: { ...current, quarantined, canary: { release, percent } }, overridden };
}
