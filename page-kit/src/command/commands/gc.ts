import { formatKilobytes } from '../../kilobytes.ts';
import type { Command } from '../framework/definition.ts';
import { openStoreToRead, storeOptions } from '../inputs/store.ts';

/** Days to keep a release that no pointer refers to: longer than any tab is likely to stay open. */
const DEFAULT_DAYS = 30;

/** `atrium gc` */
export const gcCommand: Command = {
  name: 'gc',
  summary: 'removes old releases that no pointer refers to',
  operands: [],
  options: [
    ...storeOptions,
    { name: 'older-than-days', value: 'N', help: `keep releases that were stored or live within this many days (default: ${DEFAULT_DAYS})` },
    { name: 'dry-run', help: 'list the releases without removing them' },
  ],
  notes: ['Live and previous releases always stay. Open tabs use older ones, so do not go far below the default.'],
  run: async (context) => {
    const { call, output } = context;
    const olderThanDays = call.number('older-than-days', { least: 0, most: 36_500 }) ?? DEFAULT_DAYS;
    const dryRun = call.has('dry-run');
    const store = openStoreToRead(context);
    output.step('Looking for unused releases');
    const { removed, kept } = await store.collectGarbage({ olderThanDays, dryRun });
    const total = removed.reduce((sum, { bytes }) => sum + bytes, 0);
    return {
      json: { dryRun, olderThanDays, removed, kept },
      text: [
        ...removed.map(({ name, release, bytes }) => `${name} ${release}  ${formatKilobytes(bytes)}`),
        `${removed.length} releases${dryRun ? ' would be' : ''} removed (${formatKilobytes(total)}), ${kept} kept.`,
      ],
    };
  },
};
