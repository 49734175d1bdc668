import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDocument, type Parsed } from '../../model/json.ts';
import { logEntrySchema, type LogEntry, type LogQuery } from '../../model/move.ts';
import { emptyRegistry, type Registry } from '../../model/registry.ts';
import { LogUnreadableError, RegistryUnreadableError } from '../../model/store-errors.ts';
import { hasErrorCode, readOrNull, replaceFile } from '../durable-files.ts';
import { parseRegistry, type RegistryDocument } from '../registry-document.ts';
import type { RegistryReading } from '../release-store.ts';
import type { FileCache } from './file-cache.ts';
import type { StorePaths } from './store-paths.ts';

/** The number of log entries in one read. */
const LOG_BATCH = 50;

/**
 * The registry and its log in a store's folder. A move writes its log entry before the registry, so that the log always
 * explains what is live. An entry above the registry's revision comes from a process that died between the two writes:
 * readers ignore it, and the next move overwrites it. If the registry is missing although its log exists, the store does
 * not start a new one: that would overwrite the log, and garbage collection would remove releases in use.
 */
export class RegistryFiles {
  readonly #paths: StorePaths;
  readonly #cache: FileCache;

  constructor(paths: StorePaths, cache: FileCache) {
    this.#paths = paths;
    this.#cache = cache;
  }

  async read(): Promise<RegistryReading> {
    const parsed = await this.#read();
    if (parsed === null) return { status: 'missing' };
    return parsed.ok ? { status: 'ok', registry: parsed.value.registry } : { status: 'malformed', problem: parsed.problem };
  }

  /** The registry, or the empty one before the first move. @throws RegistryUnreadableError if it is malformed or missing */
  async current(): Promise<Registry> {
    return (await this.#document()).registry;
  }

  async fingerprint(): Promise<string> {
    return (await this.#cache.stampOf(this.#paths.registry)) ?? 'missing';
  }

  /**
   * Writes a move. Call it while holding the lock.
   *
   * @param assertHeld see withDirectoryLock
   */
  async write(registry: Registry, entry: LogEntry, assertHeld: () => Promise<void>): Promise<void> {
    const { log } = await this.#document();
    await assertHeld();
    for (const written of [...log, entry]) await replaceFile(this.#entryFile(written.revision), `${JSON.stringify(written, null, 2)}\n`);
    await assertHeld();
    await replaceFile(this.#paths.registry, `${JSON.stringify(registry, null, 2)}\n`);
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
    for (let start = 0; start < revisions.length && found.length < limit; start += LOG_BATCH) {
      const batch = revisions.slice(start, start + LOG_BATCH);
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
    const text = await readOrNull(this.#paths.registry);
    if (text !== null) return parseRegistry(text.toString('utf8'));
    // A first move that failed leaves entry 1 without a registry. A later entry means that a registry existed.
    if (!(await this.#revisions()).some((revision) => revision > 1)) return null;
    const reread = await readOrNull(this.#paths.registry);
    return reread === null ? { ok: false, problem: 'it is missing, but its log has moves' } : parseRegistry(reread.toString('utf8'));
  }

  async #revisions(): Promise<number[]> {
    try {
      const names = await readdir(this.#paths.log);
      return names.flatMap((name) => /^([1-9]\d*)\.json$/.exec(name)?.[1] ?? []).map(Number);
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT')) return [];
      throw error;
    }
  }

  async #entry(revision: number): Promise<LogEntry> {
    const text = await readOrNull(this.#entryFile(revision));
    if (text === null) throw new LogUnreadableError(revision, 'it is missing');
    const parsed = parseDocument(logEntrySchema, text.toString('utf8'));
    if (!parsed.ok) throw new LogUnreadableError(revision, parsed.problem);
    if (parsed.value.revision !== revision) throw new LogUnreadableError(revision, 'it belongs to another revision');
    return parsed.value;
  }

  #entryFile(revision: number): string {
    return join(this.#paths.log, `${revision}.json`);
  }
}
