import { currentRegistry } from '@atrium/releases/stores';
import { UsageError } from '../../errors.ts';
import { movePointer } from '../../publishing/move-pointer.ts';
import type { Command } from '../framework/definition.ts';
import { remarkOptions, whoOf, whyOf } from '../inputs/remarks.ts';
import { remoteIn } from '../inputs/remote.ts';
import { openStore, storeOptions } from '../inputs/store.ts';

/** `atrium quarantine` */
export const quarantineCommand: Command = {
  name: 'quarantine',
  summary: 'takes a bad release from all visitors and keeps it from going live again',
  operands: ['NAME', 'RELEASE'],
  options: [...storeOptions, ...remarkOptions],
  notes: [
    'If the release is live, the newest good release before it replaces it. Publishing it again requires --force.',
    '--why is required: it tells your team what is wrong with the release.',
  ],
  run: async (context) => {
    const { call, cwd } = context;
    const [name = '', release = ''] = call.operands;
    if (call.text('why') === undefined) throw new UsageError('quarantine requires --why "…": the history keeps the reason.');
    const who = await whoOf(call, cwd);
    const why = await whyOf(call);
    const store = openStore(context);
    remoteIn(await currentRegistry(store), name);
    const { registry, entry } = await movePointer(store, { action: 'quarantine', name, release, who, why });
    const replacement = entry === null || entry.release === entry.replaced ? '' : `; ${entry.release ?? 'nothing'} is live instead`;
    return {
      json: { name, release, changed: entry !== null, live: registry.remotes[name]?.live ?? null, revision: registry.revision, entry },
      text: [entry === null ? `${name} ${release} is already in quarantine; nothing changed.` : `${name} ${release} is in quarantine${replacement}.`],
    };
  },
};
