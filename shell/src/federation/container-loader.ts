import type { RemoteRelease } from '@atrium/releases/wire';
import { timeLimit } from '../runtime/time-limit.ts';
import type { FileHashes } from './admitted-files.ts';
import type { Container } from './federation-instance.ts';
import { loadScript } from './load-script.ts';

/** A remote's entry did not arrive, or is not a federation container. */
class ContainerError extends Error {
  override readonly name = 'ContainerError';
}

/** Milliseconds until a missing entry counts as failed. The federation runtime itself has no time limit. */
const ENTRY_TIMEOUT = 8_000;

/** Loads the entry of a release once; a failed load is forgotten, so that the next request retries it. */
export class ContainerLoader {
  readonly #files: FileHashes;
  readonly #containers = new Map<string, Promise<Container>>();
  #attempts = 0;

  constructor(files: FileHashes) {
    this.#files = files;
  }

  /** @throws {ContainerError} if the entry does not arrive or is no container */
  load(release: RemoteRelease): Promise<Container> {
    const known = this.#containers.get(release.global);
    if (known) return known;
    const loading = inTime(this.#runEntry(release), release).then(() => containerOf(release));
    this.#containers.set(release.global, loading);
    loading.catch(() => {
      this.#containers.delete(release.global);
      this.#attempts += 1;
    });
    return loading;
  }

  async #runEntry(release: RemoteRelease): Promise<void> {
    const address = new URL(release.base + release.entry, location.origin).href;
    // A request that hangs locks its URL in the browser's cache; another query makes another request.
    const run = () => loadScript(this.#files, this.#attempts === 0 ? address : `${address}?attempt=${this.#attempts}`);
    try {
      await run();
    } catch {
      // One retry covers a short network failure.
      this.#attempts += 1;
      await run().catch((cause: unknown) => {
        throw new ContainerError(`The entry of ${release.name} could not be loaded.`, { cause });
      });
    }
  }
}

/** Rejects if the entry has not run after {@link ENTRY_TIMEOUT}. */
function inTime(running: Promise<void>, { name }: RemoteRelease): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = timeLimit(ENTRY_TIMEOUT, () => reject(new ContainerError(`The entry of ${name} did not arrive in time.`)));
    running.then(resolve, reject).finally(cancel);
  });
}

function containerOf(release: RemoteRelease): Container {
  const value: unknown = Reflect.get(globalThis, release.global);
  if (!isContainer(value)) throw new ContainerError(`The entry of ${release.name} is not a federation container.`);
  return value;
}

function isContainer(value: unknown): value is Container {
  return (
    typeof value === 'object' && value !== null &&
    'init' in value && typeof value.init === 'function' &&
    'get' in value && typeof value.get === 'function'
  );
}
