import { emptyRegistry, registeredRemote, type RegisteredRemote, type Registry } from '@atrium/releases/registry';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { RegistryUnreadableError } from '@atrium/releases/store-errors';
import { CommandError } from '../report/command-error.ts';

/** What is live now; the empty registry before the first publish. @throws RegistryUnreadableError */
export async function currentRegistry(store: ReleaseStore): Promise<Registry> {
  const reading = await store.readRegistry();
  if (reading.status === 'malformed') throw new RegistryUnreadableError(reading.problem);
  return reading.status === 'ok' ? reading.registry : emptyRegistry;
}

/** What the registry says of a remote that somebody named. @throws CommandError if it was never released */
export function namedRemote(registry: Registry, name: string): RegisteredRemote {
  const remote = registeredRemote(registry, name);
  if (remote !== null) return remote;
  throw new CommandError('unknown-remote', `There is no remote ${name}. atrium status lists those that there are.`);
}
