import type { LogEntry } from '@atrium/releases/model';
import type { Command } from '../framework/definition.ts';
import { formatTime } from '../framework/format.ts';
import { folderOption, readBuildIfAny } from '../inputs/remote.ts';
import { openStoreToRead, storeOptions } from '../inputs/store.ts';

/** Default number of entries in one response. */
const DEFAULT_LIMIT = 20;

/** `atrium history` */
export const historyCommand: Command = {
  name: 'history',
  summary: 'lists who changed what, when and why, newest first',
  operands: ['[NAME]'],
  options: [
    folderOption,
    ...storeOptions,
    { name: 'all', help: 'include every remote, even in the folder of one' },
    { name: 'limit', value: 'N', help: `number of entries (default: ${DEFAULT_LIMIT})` },
    { name: 'before', value: 'REVISION', help: 'continue before this revision' },
  ],
  notes: ['NAME defaults to the remote that is built in this folder; in other folders, all remotes are included.'],
  run: async (context) => {
    const { call } = context;
    const limit = call.number('limit', { least: 1, most: 1000 }) ?? DEFAULT_LIMIT;
    const before = call.number('before', { least: 1, most: Number.MAX_SAFE_INTEGER });
    const store = openStoreToRead(context);
    const name = call.has('all') ? null : (call.operands[0] ?? (await readBuildIfAny(context))?.description.name ?? null);
    const entries = await store.readLog({ limit, ...(name !== null && { name }), ...(before !== undefined && { before }) });
    const next = entries.length === limit ? (entries.at(-1)?.revision ?? null) : null;
    return {
      json: { name, entries, next },
      text: [
        ...(entries.length === 0 ? [`No history${name === null ? '' : ` for ${name}`}.`] : []),
        ...entries.flatMap((entry) => [
          `${entry.revision}  ${formatTime(entry.when)}  ${describeMove(entry)}  ${entry.who}${entry.team === null || entry.team === entry.who ? '' : ` (${entry.team})`}: ${entry.why}`,
          ...entry.overridden.map((reason) => `     forced: ${reason}`),
        ]),
        ...(next === null ? [] : [`Older entries: atrium history ${name ?? '--all'} --before ${next}`]),
      ],
    };
  },
};

function describeMove({ action, name, release, replaced, canary, quarantined }: LogEntry): string {
  const moved = `${replaced ?? '-'} -> ${release ?? 'retired'}`;
  if (action === 'canary') return canary === null ? `canary ${name} ended` : `canary ${name} ${canary.release} ${canary.percent} %`;
  if (action !== 'quarantine') return `${action} ${name} ${moved}`;
  return `quarantine ${name} ${quarantined ?? '-'}${release === replaced ? '' : `: ${moved}`}`;
}
