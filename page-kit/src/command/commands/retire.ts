import { currentRegistry } from '@atrium/releases/stores';
import { CommandError } from '../../errors.ts';
import { movePointer } from '../../publishing/move-pointer.ts';
import type { Command } from '../framework/definition.ts';
import { remarkOptions, whoOf, whyOf } from '../inputs/remarks.ts';
import { remoteIn } from '../inputs/remote.ts';
import { openStore, storeOptions } from '../inputs/store.ts';

/** `atrium retire` */
export const retireCommand: Command = {
  name: 'retire',
  summary: 'takes a remote off the site; a later publish brings it back',
  operands: ['NAME'],
  options: [...storeOptions, ...remarkOptions, { name: 'dry-run', help: 'report what would be retired, without changing anything' }],
  notes: ['Other modules can use its paths afterwards. Its releases stay stored until atrium gc removes them.'],
  run: async (context) => {
    const { call, cwd } = context;
    const name = call.operands[0] ?? '';
    const who = await whoOf(call, cwd);
    const why = await whyOf(call);
    const store = openStore(context);
    const remote = remoteIn(await currentRegistry(store), name);
    if (call.has('dry-run')) {
      // As the store does: a site cannot work without its shell and sign-in.
      if (remote.kind !== 'page-module') throw new CommandError('refused', `${name} is the ${remote.kind} and cannot be retired: publish another release of it.`);
      const effect = remote.live === null ? `${name} is already retired.` : `${name} ${remote.live} would be retired.`;
      return {
        json: { name, dryRun: true, changed: remote.live !== null, replaced: remote.live },
        text: [effect, 'Nothing was changed (--dry-run).'],
      };
    }
    const { registry, entry } = await movePointer(store, { action: 'retire', name, release: null, who, why });
    return {
      json: { name, changed: entry !== null, replaced: entry?.replaced ?? null, revision: registry.revision, entry },
      text: [entry === null ? `${name} is already retired; nothing changed.` : `${name} is retired; ${entry.replaced ?? 'nothing'} was live.`],
    };
  },
};
