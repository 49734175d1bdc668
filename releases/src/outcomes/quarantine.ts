import type { RegisteredRemote, Registry } from '../registry.ts';
import { refusal, type Outcome } from './outcome.ts';
import { soundPrevious } from './sound-previous.ts';
import type { StoredFacts } from './stored-facts.ts';

/** So many releases of a remote are remembered as bad: more than garbage collection leaves of one. */
const mostQuarantined = 100;

/**
 * What becomes of a remote whose release was found bad: where it was live, the newest sound one before it takes its
 * place; as canary or previous release it goes.
 *
 * @throws MoveRefusedError
 */
export async function quarantined(
  registry: Registry,
  { name, release }: { readonly name: string; readonly release: string },
  current: RegisteredRemote | null,
  facts: StoredFacts,
  when: Date,
): Promise<Outcome> {
  if (current === null) throw refusal(`${name} has nothing to put in quarantine`, 'stored', 'nothing was ever released under this name: look at the list of what is live');
  const bad = [release, ...current.quarantined.filter((other) => other !== release)].slice(0, mostQuarantined);
  const remote = { ...current, quarantined: bad, canary: current.canary?.release === release ? null : current.canary };
  const after = { ...registry, remotes: { ...registry.remotes, [name]: remote } };
  const before = (live: string | null) => soundPrevious(after, { name, release: live, left: [current.live, release] }, facts);
  if (current.live === release) {
    const live = await before(null);
    if (live === null) {
      const message = 'it is live, and no earlier release can take its place: publish a mended one, or retire the module';
      throw refusal(`Release ${release} of ${name} cannot go into quarantine`, 'stored', message);
    }
    return { remote: { ...remote, live, previous: await before(live), since: when.toISOString() }, overridden: [] };
  }
  if (current.previous === release) return { remote: { ...remote, previous: await before(current.live) }, overridden: [] };
  return { remote, overridden: [] };
}
