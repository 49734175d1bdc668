import { currentRegistry } from '@atrium/releases/stores';
import { CommandError } from '../../errors.ts';
import { movePointer } from '../../publishing/move-pointer.ts';
import type { Command } from '../framework/definition.ts';
import { forceOption, remarkOptions, whoOf, whyOf } from '../inputs/remarks.ts';
import { folderOption, remoteIn, remoteName } from '../inputs/remote.ts';
import { openStore, storeOptions } from '../inputs/store.ts';

/** `atrium promote` */
export const promoteCommand: Command = {
  name: 'promote',
  summary: 'makes the canary of a remote live for everyone',
  operands: ['[NAME]'],
  options: [folderOption, ...storeOptions, ...remarkOptions, forceOption],
  notes: ['NAME defaults to the remote that is built in this folder. The gate checks the release again.'],
  run: async (context) => {
    const { call, cwd } = context;
    const name = await remoteName(context);
    const who = await whoOf(call, cwd);
    const why = await whyOf(call);
    const store = openStore(context);
    const registry = await currentRegistry(store);
    const release = remoteIn(registry, name).canary?.release;
    if (release === undefined) throw new CommandError('no-canary', `${name} has no canary. Start one with atrium canary, or publish the build.`);
    const { entry, registry: after } = await movePointer(store, { action: 'promote', name, release, who, why, force: call.has('force') }, registry);
    return {
      json: { name, release, changed: entry !== null, replaced: entry?.replaced ?? null, revision: after.revision, entry },
      text: [
        entry === null ? `${name} ${release} is already live; nothing changed.` : `${name} ${release} is live; it replaced ${entry.replaced ?? 'nothing'}.`,
        ...(entry?.overridden ?? []).map((reason) => `  forced: ${reason}`),
      ],
    };
  },
};
