import { folderOption, remoteName } from '../given/build-place.ts';
import { forceOption, remarkOptions, whoOf, whyOf } from '../given/remarks.ts';
import { openStore, storeOptions } from '../given/store-choice.ts';
import type { Command } from '../line/command-definition.ts';
import { currentRegistry, namedRemote } from '../publishing/current-registry.ts';
import { movePointer } from '../publishing/move-pointer.ts';
import { CommandError } from '../report/command-error.ts';

/** `atrium promote` */
export const promoteCommand: Command = {
  name: 'promote',
  summary: 'makes the canary of a remote live for everybody',
  operands: ['[NAME]'],
  options: [folderOption, ...storeOptions, ...remarkOptions, forceOption],
  notes: ['Without NAME: the remote that is built in this folder. The gate is asked once more.'],
  run: async (context) => {
    const { call, cwd } = context;
    const name = await remoteName(context);
    const who = await whoOf(call, cwd);
    const why = await whyOf(call, () => 'no reason given');
    const store = openStore(context);
    const registry = await currentRegistry(store);
    const release = namedRemote(registry, name).canary?.release;
    if (release === undefined) throw new CommandError('no-canary', `${name} has no canary. Begin one with atrium canary, or publish the build.`);
    const { entry, registry: after } = await movePointer(store, { action: 'promote', name, release, who, why, force: call.has('force') }, registry);
    return {
      json: { name, release, changed: entry !== null, replaced: entry?.replaced ?? null, revision: after.revision, entry },
      text: [
        entry === null ? `${name} ${release} is live already; nothing changed.` : `${name} ${release} is live; it replaced ${entry.replaced ?? 'nothing'}.`,
        ...(entry?.overridden ?? []).map((reason) => `  forced over: ${reason}`),
      ],
    };
  },
};
