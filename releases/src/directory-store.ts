import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import * as v from 'valibot';
import { removeAbandonedEntries } from './abandoned-entries.ts';
import { canonicalJson } from './canonical-json.ts';
import { compressedCopies, copySuffix } from './compressed-copies.ts';
import { withDirectoryLock } from './directory-lock.ts';
import { replaceFile, syncDirectory, writeNewFile } from './durable-write.ts';
import { hasErrorCode } from './error-code.ts';
import { parseDocument } from './parse-document.ts';
import { movedRegistry } from './registry-move.ts';
import { emptyRegistry, registrySchema, type Registry } from './registry.ts';
import { releaseIdSchema } from './release-id.ts';
import { releaseManifestSchema } from './release-manifest.ts';
import type {
  Compression,
  LiveMove,
  ManifestReading,
  RegistryReading,
  ReleaseFile,
  ReleaseStore,
} from './release-store.ts';
import { remoteNameSchema } from './remote-name.ts';
import type { SealedRelease } from './seal.ts';
import { RegistryUnreadableError, ReleaseConflictError } from './store-errors.ts';

/** Manifests never change, so the readable ones are kept; this many are more than the live and recent releases. */
const manifestsKept = 200;

/** What the system says when a folder cannot be renamed because its new place is taken. */
const inTheWay = process.platform === 'win32' ? ['EPERM', 'EEXIST'] : ['EEXIST', 'ENOTEMPTY'];

/**
 * The release store in a folder:
 * `registry.json`; `files/<name>/<release>.json`, the manifest; `files/<name>/<release>/…`, the files with their
 * compressed copies `.br` and `.gz`; `incoming/`, releases being written; `locks/`.
 *
 * Every file appears whole or not at all, and the manifest last, so a process may be killed at any moment: what is
 * named is complete. The folder need not exist before the first write.
 */
export function openDirectoryStore(directory: string): ReleaseStore {
  return new DirectoryStore(resolve(directory));
}

class DirectoryStore implements ReleaseStore {
  readonly #directory: string;
  readonly #manifests = new Map<string, ManifestReading>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  async putRelease({ manifest, files }: SealedRelease): Promise<'stored' | 'already-there'> {
    const { name, release } = manifest;
    const text = canonicalJson(manifest);
    const home = this.#home(name, release);
    const stored = await readOrNull(`${home}.json`);
    if (stored !== null && stored.toString('utf8') !== text) throw new ReleaseConflictError(name, release);
    if (stored === null || !(await holds(home, files))) {
      if (!(await this.#bringIn(home, files)) && !(await holds(home, files))) {
        throw new ReleaseConflictError(name, release);
      }
    }
    if (stored !== null) return 'already-there';
    await replaceFile(`${home}.json`, text);
    return 'stored';
  }

  async readManifest(name: string, release: string): Promise<ManifestReading> {
    if (!v.is(remoteNameSchema, name) || !v.is(releaseIdSchema, release)) return { status: 'missing' };
    const key = `${name}/${release}`;
    const kept = this.#manifests.get(key);
    if (kept !== undefined) return kept;
    const reading = await this.#readManifestFile(name, release);
    if (reading.status === 'ok') {
      const [oldest] = this.#manifests.keys();
      if (oldest !== undefined && this.#manifests.size >= manifestsKept) this.#manifests.delete(oldest);
      this.#manifests.set(key, reading);
    }
    return reading;
  }

  async releaseFile(
    name: string,
    release: string,
    path: string,
    encodings: readonly Compression[] = [],
  ): Promise<ReleaseFile | null> {
    const reading = await this.readManifest(name, release);
    // Only what the manifest names is ever looked for on the disk: no path from outside reaches it.
    if (reading.status !== 'ok' || !Object.hasOwn(reading.manifest.files, path)) return null;
    const integrity = reading.manifest.files[path]?.integrity;
    if (integrity === undefined) return null;
    const file = join(this.#home(name, release), path);
    for (const encoding of encodings) {
      const content = await readOrNull(`${file}${copySuffix[encoding]}`);
      if (content !== null) return { content, encoding, integrity };
    }
    const content = await readOrNull(file);
    return content === null ? null : { content, encoding: 'identity', integrity };
  }

  async readRegistry(): Promise<RegistryReading> {
    const text = await readOrNull(this.#registryFile());
    if (text === null) return { status: 'missing' };
    const parsed = parseDocument(registrySchema, text.toString('utf8'));
    return parsed.ok ? { status: 'ok', registry: parsed.value } : { status: 'malformed', problem: parsed.problem };
  }

  async registryFingerprint(): Promise<string> {
    try {
      const { ino, mtimeNs, size } = await stat(this.#registryFile(), { bigint: true });
      return `${ino}-${mtimeNs}-${size}`;
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return 'missing';
      throw error;
    }
  }

  async moveLive(move: LiveMove): Promise<Registry> {
    return withDirectoryLock(join(this.#directory, 'locks'), async (assertHeld) => {
      const reading = await this.readRegistry();
      if (reading.status === 'malformed') throw new RegistryUnreadableError(reading.problem);
      const registry = reading.status === 'ok' ? reading.registry : emptyRegistry;
      const moved = await movedRegistry(registry, move, this.readManifest.bind(this), new Date());
      if (moved === registry) return registry;
      await assertHeld();
      await replaceFile(this.#registryFile(), `${JSON.stringify(moved, null, 2)}\n`);
      return moved;
    });
  }

  #registryFile(): string {
    return join(this.#directory, 'registry.json');
  }

  #home(name: string, release: string): string {
    return join(this.#directory, 'files', v.parse(remoteNameSchema, name), v.parse(releaseIdSchema, release));
  }

  /** Writes the files beside and renames them in; false if the place is taken. */
  async #bringIn(home: string, files: ReadonlyMap<string, Buffer>): Promise<boolean> {
    const incoming = join(this.#directory, 'incoming');
    await removeAbandonedEntries(incoming);
    const beside = join(incoming, randomUUID());
    try {
      await mkdir(beside, { recursive: true });
      for (const [path, content] of files) {
        await writeNewFile(join(beside, path), content);
        for (const [encoding, copy] of await compressedCopies(path, content)) {
          await writeNewFile(join(beside, `${path}${copySuffix[encoding]}`), copy);
        }
      }
      await mkdir(dirname(home), { recursive: true });
      await rename(beside, home);
      await syncDirectory(dirname(home));
      return true;
    } catch (error) {
      if (hasErrorCode(error, ...inTheWay)) return false;
      throw error;
    } finally {
      await rm(beside, { recursive: true, force: true });
    }
  }

  async #readManifestFile(name: string, release: string): Promise<ManifestReading> {
    const text = await readOrNull(`${this.#home(name, release)}.json`);
    if (text === null) return { status: 'missing' };
    const parsed = parseDocument(releaseManifestSchema, text.toString('utf8'));
    if (!parsed.ok) return { status: 'malformed', problem: `its manifest is malformed: ${parsed.problem}` };
    if (parsed.value.name !== name || parsed.value.release !== release) {
      return { status: 'malformed', problem: 'its manifest belongs to another release' };
    }
    return { status: 'ok', manifest: parsed.value };
  }
}

async function readOrNull(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null;
    throw error;
  }
}

/** Whether a folder has exactly these contents under these paths. */
async function holds(home: string, files: ReadonlyMap<string, Buffer>): Promise<boolean> {
  for (const [path, content] of files) {
    const stored = await readOrNull(join(home, path));
    if (stored === null || !stored.equals(content)) return false;
  }
  return true;
}
