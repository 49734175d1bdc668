import { unreleased, type RegisteredRemote, type Registry } from '../registry.ts';
import { admitted } from './examine.ts';
import { refusal, type Outcome } from './outcome.ts';
import { soundPrevious } from './sound-previous.ts';
import type { StoredFacts } from './stored-facts.ts';

/** A wish that makes a release live. */
export interface LiveWish {
  readonly action: 'publish' | 'rollback' | 'promote';
  readonly name: string;
  readonly release: string | null;
  readonly force: boolean;
}

/** What becomes of a remote when a release goes live. @throws MoveRefusedError */
export async function goneLive(
  registry: Registry,
  wish: LiveWish,
  current: RegisteredRemote | null,
  facts: StoredFacts,
  when: Date,
): Promise<Outcome> {
  const { action, name, force } = wish;
  const release = meant(wish, current);
  const { kind, overridden } = await admitted(registry, { name, release, force }, facts);
  const left = current?.live ?? null;
  const previous = action === 'rollback' ? await soundPrevious(registry, { name, release, left: [left] }, facts) : left;
  const before = current ?? unreleased(kind);
  return {
    remote: {
      ...before,
      kind,
      live: release,
      previous,
      canary: before.canary?.release === release ? null : before.canary,
      quarantined: before.quarantined.filter((bad) => bad !== release),
      since: when.toISOString(),
    },
    overridden,
  };
}

function meant({ action, name, release }: LiveWish, current: RegisteredRemote | null): string {
  if (action === 'promote') {
    const canary = current?.canary?.release ?? null;
    if (canary === null) throw refusal(`${name} cannot be promoted`, 'canary', 'there is no canary: begin one, or publish the release');
    if (release === null || release === canary) return canary;
    throw refusal(`${name} cannot be promoted`, 'canary', `the canary is ${canary}, and not this release: look at what is live`);
  }
  const found = release ?? current?.previous ?? null;
  if (found !== null) return found;
  const message = 'there is no earlier release to go back to: publish a mended one, or name a stored one';
  throw refusal(`${name} cannot be rolled back`, 'stored', message);
}
