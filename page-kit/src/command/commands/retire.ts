import { remarkOptions, whoOf, whyOf } from '../given/remarks.ts';
import { openStore, storeOptions } from '../given/store-choice.ts';
import type { Command } from '../line/command-definition.ts';
import { currentRegistry, namedRemote } from '../publishing/current-registry.ts';
import { movePointer } from '../publishing/move-pointer.ts';
import { CommandError } from '../report/command-error.ts';

/** `atrium retire` */
export const retireCommand: Command = {
  name: 'retire',
  summary: 'takes a remote off the site; a later publish brings it back',
  operands: ['NAME'],
  options: [...storeOptions, ...remarkOptions, { name: 'dry-run', help: 'say what would go, and change nothing' }],
  notes: ['Its paths are free for other modules afterwards. Its releases stay stored until atrium gc takes them.'],
  run: async (context) => {
    const { call, cwd } = context;
    const name = call.operands[0] ?? '';
    const who = await whoOf(call, cwd);
    const why = await whyOf(call, () => 'no reason given');
    const store = openStore(context);
    const remote = namedRemote(await currentRegistry(store), name);
    if (call.has('dry-run')) {
      // As the store would: a site without a shell or a sign-in is none.
      if (remote.kind !== 'page-module') throw new CommandError('refused', `${name} is the ${remote.kind}, which is not retired: release another one.`);
      const what = remote.live === null ? `${name} is retired already.` : `${name} ${remote.live} would be taken off the site.`;
      return {
        json: { name, dryRun: true, changed: remote.live !== null, replaced: remote.live },
        text: [what, 'Nothing was changed (--dry-run).'],
      };
    }
    const { registry, entry } = await movePointer(store, { action: 'retire', name, release: null, who, why });
    return {
      json: { name, changed: entry !== null, replaced: entry?.replaced ?? null, revision: registry.revision, entry },
      text: [entry === null ? `${name} is retired already; nothing changed.` : `${name} is retired; ${entry.replaced ?? 'nothing'} was live.`],
    };
  },
};
