import { folderOption, lookForBuild } from '../given/build-place.ts';
import { openStoreToRead, storeOptions } from '../given/store-choice.ts';
import type { Command } from '../line/command-definition.ts';
import { whatMoved } from '../report/what-moved.ts';
import { moment } from '../report/table.ts';

/** Entries in one answer where `--limit` does not say otherwise. */
const usualLimit = 20;

/** `atrium history` */
export const historyCommand: Command = {
  name: 'history',
  summary: 'shows who moved what, when and why, newest first',
  operands: ['[NAME]'],
  options: [
    folderOption,
    ...storeOptions,
    { name: 'all', help: 'of every remote, also where the folder is one’s' },
    { name: 'limit', value: 'N', help: `entries in one answer (${usualLimit})` },
    { name: 'before', value: 'REVISION', help: 'go on before this revision' },
  ],
  notes: ['Without NAME: of the remote in this folder, or of all where there is none.'],
  run: async (context) => {
    const { call } = context;
    const limit = call.number('limit', { least: 1, most: 1000 }) ?? usualLimit;
    const before = call.number('before', { least: 1, most: Number.MAX_SAFE_INTEGER });
    const store = openStoreToRead(context);
    const name = call.has('all') ? null : (call.operands[0] ?? (await lookForBuild(context))?.description.name ?? null);
    const entries = await store.readLog({ limit, ...(name !== null && { name }), ...(before !== undefined && { before }) });
    const next = entries.length === limit ? (entries.at(-1)?.revision ?? null) : null;
    const rerun = ['atrium history', ...(name === null ? ['--all'] : [name]), `--before ${next ?? ''}`].join(' ');
    return {
      json: { name, entries, next },
      text: [
        ...(entries.length === 0 ? [`Nothing was ever moved${name === null ? '' : ` for ${name}`}.`] : []),
        ...entries.flatMap((entry) => [
          `${entry.revision}  ${moment(entry.when)}  ${whatMoved(entry)}  ${entry.who}${entry.team === null || entry.team === entry.who ? '' : ` (${entry.team})`}: ${entry.why}`,
          ...entry.overridden.map((reason) => `     forced over: ${reason}`),
        ]),
        ...(next === null ? [] : [`Older: ${rerun}`]),
      ],
    };
  },
};
