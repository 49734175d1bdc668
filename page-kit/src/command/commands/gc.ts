import { openStore, storeOptions } from '../given/store-choice.ts';
import type { Command } from '../line/command-definition.ts';
import { kilobytes } from '../report/table.ts';

/** Days that a release is kept which no pointer holds: longer than any tab is likely to be open. */
const usualAge = 30;

/** `atrium gc` */
export const gcCommand: Command = {
  name: 'gc',
  summary: 'removes releases that nothing points to and that are old enough',
  operands: [],
  options: [
    ...storeOptions,
    { name: 'older-than-days', value: 'N', help: `neither stored nor live within so many days (${usualAge})` },
    { name: 'dry-run', help: 'say what would go, and change nothing' },
  ],
  notes: ['Live and previous releases always stay. Open tabs use older ones: do not go far below the usual age.'],
  run: async (context) => {
    const { call, output } = context;
    const olderThanDays = call.number('older-than-days', { least: 0, most: 36_500 }) ?? usualAge;
    const dryRun = call.has('dry-run');
    const store = openStore(context);
    output.step('Looking for releases that nothing holds');
    const { removed, kept } = await store.collectGarbage({ olderThanDays, dryRun });
    const total = removed.reduce((sum, { bytes }) => sum + bytes, 0);
    return {
      json: { dryRun, olderThanDays, removed, kept },
      text: [
        ...removed.map(({ name, release, bytes }) => `${name} ${release}  ${kilobytes(bytes)}`),
        `${removed.length} releases${dryRun ? ' would be' : ''} removed (${kilobytes(total)}), ${kept} kept.`,
      ],
    };
  },
};
