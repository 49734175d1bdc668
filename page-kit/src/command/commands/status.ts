import { extensionStates, registeredRemote, type ExtensionState, type LogEntry } from '@atrium/releases/model';
import { currentRegistry, type ReleaseStore } from '@atrium/releases/stores';
import { SiteProxyError } from '../../errors.ts';
import type { Command } from '../framework/definition.ts';
import { formatTable, formatTime, formatWaiting } from '../framework/format.ts';
import { remoteIn } from '../inputs/remote.ts';
import { readLiveContributions } from '../inputs/site-slots.ts';
import { openStoreToRead, requireStore, storeOptions, type StoreLocation } from '../inputs/store.ts';

/** Default number of remotes in one response. */
const DEFAULT_LIMIT = 50;

/** Log entries to read at a time. */
const LOG_PAGE_SIZE = 200;

/** `atrium status` */
export const statusCommand: Command = {
  name: 'status',
  summary: 'shows the live release, canary and previous release of every remote, or of one',
  operands: ['[NAME]'],
  options: [
    ...storeOptions,
    { name: 'limit', value: 'N', help: `number of remotes (default: ${DEFAULT_LIMIT})` },
    { name: 'after', value: 'NAME', help: 'continue after this remote' },
  ],
  run: async (context) => {
    const { call } = context;
    const limit = call.number('limit', { least: 1, most: 1000 }) ?? DEFAULT_LIMIT;
    const store = openStoreToRead(context);
    const registry = await currentRegistry(store);
    const [name] = call.operands;
    if (name !== undefined) remoteIn(registry, name);
    const names = name === undefined ? Object.keys(registry.remotes).sort() : [name];
    const remaining = names.filter((one) => one > (call.text('after') ?? ''));
    const shown = remaining.slice(0, limit);
    const moves = await lastMoves(store, new Set(shown));
    const remotes = shown.map((one) => {
      const { kind = null, live = null, previous = null, canary = null, quarantined = [] } = registeredRemote(registry, one) ?? {};
      const { when: since = null, who: by = null } = moves.get(one) ?? {};
      return { name: one, kind, live, previous, canary, quarantined, since, by };
    });
    const waiting = await waitingExtensions(requireStore(context), new Set(shown));
    const next = remaining.length > shown.length ? (shown.at(-1) ?? null) : null;
    return {
      json: { revision: registry.revision, total: names.length, remotes, waiting, next },
      text: [
        ...(remotes.length === 0 ? [emptyText(names.length)] : formatTable([
          ['name', 'kind', 'live', 'canary', 'previous', 'since', 'by'],
          ...remotes.map(({ name, kind, live, canary, previous, since, by }) => [
            name, kind ?? '', live ?? 'retired', canary === null ? '-' : `${canary.release} ${canary.percent} %`, previous ?? '-', since === null ? '-' : formatTime(since), by ?? '-',
          ]),
        ])),
        ...formatWaiting(waiting ?? []),
        ...(next === null ? [] : [`${remaining.length - shown.length} more: atrium status --after ${next}`]),
      ],
    };
  },
};

function emptyText(total: number): string {
  return total === 0 ? 'Nothing is published yet. Publish the shell first.' : 'There are no more remotes.';
}

/** The extensions of these modules that wait for a slot. Null if a site cannot list them, because it has no usable shell or is older. */
async function waitingExtensions(location: StoreLocation, names: ReadonlySet<string>): Promise<ExtensionState[] | null> {
  try {
    const modules = await readLiveContributions(location);
    return extensionStates(modules.map(({ name, contributions }) => ({ name, ...contributions })))
      .filter(({ state, module }) => state !== 'shown' && names.has(module));
  } catch (error) {
    if (error instanceof SiteProxyError) return null;
    throw error;
  }
}

/** The newest move of each of these remotes. Reads the log from its end, until all are found. */
async function lastMoves(store: ReleaseStore, names: ReadonlySet<string>): Promise<ReadonlyMap<string, LogEntry>> {
  const found = new Map<string, LogEntry>();
  let before: number | undefined;
  while (found.size < names.size) {
    const entries = await store.readLog({ limit: LOG_PAGE_SIZE, ...(before !== undefined && { before }) });
    for (const entry of entries) if (names.has(entry.name) && !found.has(entry.name)) found.set(entry.name, entry);
    before = entries.at(-1)?.revision;
    if (entries.length < LOG_PAGE_SIZE) break;
  }
  return found;
}
