import { remarkOptions, whoOf, whyOf } from '../given/remarks.ts';
import { openStore, storeOptions } from '../given/store-choice.ts';
import type { Command } from '../line/command-definition.ts';
import { UsageError } from '../line/usage-error.ts';
import { currentRegistry, namedRemote } from '../publishing/current-registry.ts';
import { movePointer } from '../publishing/move-pointer.ts';

/** `atrium quarantine` */
export const quarantineCommand: Command = {
  name: 'quarantine',
  summary: 'takes a bad release from all visitors, and keeps it from going live again',
  operands: ['NAME', 'RELEASE'],
  options: [...storeOptions, ...remarkOptions],
  notes: [
    'Where it is live, the newest sound release before it takes its place. Publishing it once more wants --force.',
    'It needs --why: whoever is called next should know.',
  ],
  run: async (context) => {
    const { call, cwd } = context;
    const [name = '', release] = call.operands;
    if (release === undefined) throw new UsageError('Which release? atrium status shows what is live.');
    if (call.text('why') === undefined) throw new UsageError('A quarantine needs --why "…": the reason is kept in the history.');
    const who = await whoOf(call, cwd);
    const why = await whyOf(call, () => '');
    const store = openStore(context);
    namedRemote(await currentRegistry(store), name);
    const { registry, entry } = await movePointer(store, { action: 'quarantine', name, release, who, why });
    const instead = entry === null || entry.release === entry.replaced ? '' : `; ${entry.release ?? 'nothing'} is live in its place`;
    return {
      json: { name, release, changed: entry !== null, live: registry.remotes[name]?.live ?? null, revision: registry.revision, entry },
      text: [`${name} ${release} is in quarantine${instead}${entry === null ? ' already; nothing changed' : ''}.`],
    };
  },
};
