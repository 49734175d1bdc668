import type { Registry } from '@atrium/releases/registry';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { folderOption, remoteName } from '../given/build-place.ts';
import { forceOption, remarkOptions, whoOf, whyOf } from '../given/remarks.ts';
import { openStore, storeOptions } from '../given/store-choice.ts';
import type { Command, CommandResult } from '../line/command-definition.ts';
import { currentRegistry, namedRemote } from '../publishing/current-registry.ts';
import { movePointer } from '../publishing/move-pointer.ts';
import { CommandError } from '../report/command-error.ts';
import { findingLines } from '../report/findings-text.ts';

/** `atrium rollback` */
export const rollbackCommand: Command = {
  name: 'rollback',
  summary: 'makes an earlier release of a remote live again',
  operands: ['[NAME]'],
  options: [
    folderOption,
    { name: 'to', value: 'RELEASE', help: 'which one (the previous)' },
    ...storeOptions,
    ...remarkOptions,
    forceOption,
    { name: 'dry-run', help: 'ask the gate, and change nothing' },
  ],
  notes: ['Without NAME: the remote that is built in this folder.', 'It takes back code, not data: tables stay as they are.'],
  run: async (context) => {
    const { call, cwd, output } = context;
    const name = await remoteName(context);
    const who = await whoOf(call, cwd);
    const why = await whyOf(call, () => 'no reason given');
    const store = openStore(context);
    const registry = await currentRegistry(store);
    const { live, release } = goal(registry, name, call.text('to'));
    if (call.has('dry-run')) return dryRun(store, name, live, release);
    output.step(`Rolling ${name} back`);
    const moved = await movePointer(store, { action: 'rollback', name, release, who, why, force: call.has('force') }, registry);
    const { entry } = moved;
    return {
      json: { name, release, changed: entry !== null, replaced: entry?.replaced ?? null, revision: moved.registry.revision, entry },
      text: [
        entry === null ? `${name} ${release} is live already; nothing changed.` : `${name} ${release} is live again; it was ${entry.replaced ?? 'retired'}.`,
        ...(entry?.overridden ?? []).map((reason) => `  forced over: ${reason}`),
      ],
    };
  },
};

/** Where a rollback leads. It is settled once: by the next try, another rollback may have changed what is previous. */
function goal(registry: Registry, name: string, wanted: string | undefined): { live: string | null; release: string } {
  const remote = namedRemote(registry, name);
  const release = wanted ?? remote.previous;
  if (release !== null) return { live: remote.live, release };
  throw new CommandError('no-previous', `${name} has no previous release. Look for one with atrium history ${name}, and name it with --to.`);
}

async function dryRun(store: ReleaseStore, name: string, live: string | null, release: string): Promise<CommandResult> {
  const { allowed, findings } = await store.check({ name, release });
  return {
    ok: allowed,
    json: { name, release, dryRun: true, allowed, findings, replaced: live },
    text: [
      allowed ? `${name} could be rolled back to ${release}.` : `${name} could not be rolled back to ${release}:`,
      ...findingLines(findings),
      'Nothing was changed (--dry-run).',
    ],
  };
}
