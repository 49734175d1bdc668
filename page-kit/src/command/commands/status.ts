import { registeredRemote } from '@atrium/releases/registry';
import type { LogEntry } from '@atrium/releases/move';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { openStoreToRead, storeOptions } from '../given/store-choice.ts';
import type { Command } from '../line/command-definition.ts';
import { currentRegistry, namedRemote } from '../publishing/current-registry.ts';
import { moment, table } from '../report/table.ts';

/** Remotes in one answer where `--limit` does not say otherwise. */
const usualLimit = 50;

/** Log entries that are read at a time. */
const logPage = 200;

/** `atrium status` */
export const statusCommand: Command = {
  name: 'status',
  summary: 'shows what is live: every remote, or one',
  operands: ['[NAME]'],
  options: [
    ...storeOptions,
    { name: 'limit', value: 'N', help: `remotes in one answer (${usualLimit})` },
    { name: 'after', value: 'NAME', help: 'go on after this remote' },
  ],
  run: async (context) => {
    const { call } = context;
    const limit = call.number('limit', { least: 1, most: 1000 }) ?? usualLimit;
    const store = openStoreToRead(context);
    const registry = await currentRegistry(store);
    const wanted = call.operands[0];
    if (wanted !== undefined) namedRemote(registry, wanted);
    const names = wanted === undefined ? Object.keys(registry.remotes).sort() : [wanted];
    const left = names.filter((name) => name > (call.text('after') ?? ''));
    const shown = left.slice(0, limit);
    const moves = await lastMoves(store, new Set(shown));
    const remotes = shown.map((name) => {
      const { kind = null, live = null, previous = null, canary = null, quarantined = [] } = registeredRemote(registry, name) ?? {};
      const { when: since = null, who: by = null } = moves.get(name) ?? {};
      return { name, kind, live, previous, canary, quarantined, since, by };
    });
    const next = left.length > shown.length ? (shown.at(-1) ?? null) : null;
    return {
      json: { revision: registry.revision, total: names.length, remotes, next },
      text: [
        ...(remotes.length === 0 ? [emptyLine(names.length)] : table([
          ['name', 'kind', 'live', 'canary', 'previous', 'since', 'by'],
          ...remotes.map(({ name, kind, live, canary, previous, since, by }) => [
            name, kind ?? '', live ?? 'retired', canary === null ? '-' : `${canary.release} ${canary.percent} %`, previous ?? '-', since === null ? '-' : moment(since), by ?? '-',
          ]),
        ])),
        ...(next === null ? [] : [`${left.length - shown.length} more: atrium status --after ${next}`]),
      ],
    };
  },
};

function emptyLine(total: number): string {
  return total === 0 ? 'Nothing is registered yet. Publish the shell first.' : 'There are no more remotes.';
}

/** The newest move of each of these remotes. The log is read once, from its end, as far as it takes. */
async function lastMoves(store: ReleaseStore, names: ReadonlySet<string>): Promise<ReadonlyMap<string, LogEntry>> {
  const found = new Map<string, LogEntry>();
  let before: number | undefined;
  while (found.size < names.size) {
    const entries = await store.readLog({ limit: logPage, ...(before !== undefined && { before }) });
    for (const entry of entries) if (names.has(entry.name) && !found.has(entry.name)) found.set(entry.name, entry);
    before = entries.at(-1)?.revision;
    if (entries.length < logPage) break;
  }
  return found;
}
