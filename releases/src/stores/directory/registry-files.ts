import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDocument, type Parsed } from '../../model/json.ts';
import { logEntrySchema, type LogEntry, type LogQuery } from '../../model/move.ts';
import { emptyRegistry, type Registry } from '../../model/registry.ts';
import { LogUnreadableError, RegistryUnreadableError } from '../../model/store-errors.ts';
import { hasErrorCode, readOrNull, replaceFile } from '../durable-files.ts';
import { parseRegistry, type RegistryDocument } from '../registry-document.ts';
import type { RegistryReading } from '../release-store.ts';
import type { StorePlaces } from './store-paths.ts';

/** So many entries of the log are read at once. */
const logBatch = 50;

/**
 * The registry and its log in a store's folder. An entry is written before the registry that it leads to, so that what
 * is live is always in the log. An entry above the registry's revision was left by a process that died between the two;
 * for readers it does not exist, and the next move writes over it. A registry that is gone while its log is there is
 * not begun again: that would write over the log, and make garbage of what tabs use.
 */
export class RegistryFiles {
  readonly #places: StorePlaces;

  constructor(places: StorePlaces) {
    this.#places = places;
  }

  async read(): Promise<RegistryReading> {
    const parsed = await this.#read();
    if (parsed === null) return { status: 'missing' };
    return parsed.ok ? { status: 'ok', registry: parsed.value.registry } : { status: 'malformed', problem: parsed.problem };
  }

  /** The registry; the empty one where there was none yet. @throws RegistryUnreadableError, also where it is gone */
  async current(): Promise<Registry> {
    return (await this.#document()).registry;
  }

  async fingerprint(): Promise<string> {
    try {
      const { ino, mtimeNs, size } = await stat(this.#places.registry, { bigint: true });
      return `${ino}-${mtimeNs}-${size}`;
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return 'missing';
      throw error;
    }
  }

  /**
   * Writes a move. Call it where nobody else can write.
   *
   * @param assertHeld see withDirectoryLock
   */
  async write(registry: Registry, entry: LogEntry, assertHeld: () => Promise<void>): Promise<void> {
    const { log } = await this.#document();
    await assertHeld();
    for (const one of [...log, entry]) await replaceFile(this.#entryFile(one.revision), `${JSON.stringify(one, null, 2)}\n`);
    await assertHeld();
    await replaceFile(this.#places.registry, `${JSON.stringify(registry, null, 2)}\n`);
  }

  /** See ReleaseStore.readLog. */
  async readLog({ name, before = Infinity, limit }: LogQuery): Promise<readonly LogEntry[]> {
    const { registry, log } = await this.#document();
    const wanted = (entry: LogEntry): boolean => name === undefined || entry.name === name;
    const top = Math.min(registry.revision, before - 1);
    if (log.length > 0) {
      return log.filter((entry) => entry.revision <= top && wanted(entry)).reverse().slice(0, limit);
    }
    const revisions = (await this.#revisions()).filter((revision) => revision <= top).sort((a, b) => b - a);
    const found: LogEntry[] = [];
    for (let start = 0; start < revisions.length && found.length < limit; start += logBatch) {
      const batch = revisions.slice(start, start + logBatch);
      const entries = await Promise.all(batch.map((revision) => this.#entry(revision)));
      found.push(...entries.filter(wanted));
    }
    return found.slice(0, limit);
  }

  async #document(): Promise<RegistryDocument> {
    const parsed = await this.#read();
    if (parsed === null) return { registry: emptyRegistry, log: [] };
    if (!parsed.ok) throw new RegistryUnreadableError(parsed.problem);
    return parsed.value;
  }

  async #read(): Promise<Parsed<RegistryDocument> | null> {
    const text = await readOrNull(this.#places.registry);
    if (text !== null) return parseRegistry(text.toString('utf8'));
    // A first move that was not made leaves one entry. The second comes after a registry, which then never goes by itself.
    if (!(await this.#revisions()).some((revision) => revision > 1)) return null;
    const since = await readOrNull(this.#places.registry);
    return since === null ? { ok: false, problem: 'it is gone, though moves are in its log' } : parseRegistry(since.toString('utf8'));
  }

  async #revisions(): Promise<number[]> {
    try {
      const names = await readdir(this.#places.log);
      return names.flatMap((name) => /^([1-9]\d*)\.json$/.exec(name)?.[1] ?? []).map(Number);
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT')) return [];
      throw error;
    }
  }

  async #entry(revision: number): Promise<LogEntry> {
    const text = await readOrNull(this.#entryFile(revision));
    if (text === null) throw new LogUnreadableError(revision, 'it is gone');
    const parsed = parseDocument(logEntrySchema, text.toString('utf8'));
    if (!parsed.ok) throw new LogUnreadableError(revision, parsed.problem);
    if (parsed.value.revision !== revision) throw new LogUnreadableError(revision, 'it is the entry of another revision');
    return parsed.value;
  }

  #entryFile(revision: number): string {
    return join(this.#places.log, `${revision}.json`);
  }
}
