import type { Registry } from '@atrium/releases/model';
import { currentRegistry, type ReleaseStore } from '@atrium/releases/stores';
import { CommandError } from '../../errors.ts';
import { movePointer } from '../../publishing/move-pointer.ts';
import type { Command, CommandResult } from '../framework/definition.ts';
import { formatFindings } from '../framework/format.ts';
import { forceOption, remarkOptions, whoOf, whyOf } from '../inputs/remarks.ts';
import { folderOption, remoteIn, remoteName } from '../inputs/remote.ts';
import { openStore, storeOptions } from '../inputs/store.ts';

/** `atrium rollback` */
export const rollbackCommand: Command = {
  name: 'rollback',
  summary: 'makes an earlier release of a remote live again',
  operands: ['[NAME]'],
  options: [
    folderOption,
    { name: 'to', value: 'RELEASE', help: 'the release (default: the previous one)' },
    ...storeOptions,
    ...remarkOptions,
    forceOption,
    { name: 'dry-run', help: 'ask the gate, without changing anything' },
  ],
  notes: ['NAME defaults to the remote that is built in this folder.', 'A rollback changes code, not data: tables stay as they are.'],
  run: async (context) => {
    const { call, cwd, output } = context;
    const name = await remoteName(context);
    const who = await whoOf(call, cwd);
    const why = await whyOf(call);
    const store = openStore(context);
    const registry = await currentRegistry(store);
    const { live, release } = targetOf(registry, name, call.text('to'));
    if (call.has('dry-run')) return dryRun(store, name, live, release);
    output.step(`Rolling ${name} back`);
    const moved = await movePointer(store, { action: 'rollback', name, release, who, why, force: call.has('force') }, registry);
    const { entry } = moved;
    return {
      json: { name, release, changed: entry !== null, replaced: entry?.replaced ?? null, revision: moved.registry.revision, entry },
      text: [
        entry === null ? `${name} ${release} is already live; nothing changed.` : `${name} ${release} is live again; it replaced ${entry.replaced ?? 'nothing'}.`,
        ...(entry?.overridden ?? []).map((reason) => `  forced: ${reason}`),
      ],
    };
  },
};

/** The release to roll back to. It is fixed here, because another rollback could change the previous release before a retry. */
function targetOf(registry: Registry, name: string, to: string | undefined): { live: string | null; release: string } {
  const remote = remoteIn(registry, name);
  const release = to ?? remote.previous;
  if (release !== null) return { live: remote.live, release };
  throw new CommandError('no-previous', `${name} has no previous release. Choose one from atrium history ${name}, and pass it with --to.`);
}

async function dryRun(store: ReleaseStore, name: string, live: string | null, release: string): Promise<CommandResult> {
  const { allowed, findings } = await store.check({ name, release });
  return {
    ok: allowed,
    json: { name, release, dryRun: true, allowed, findings, replaced: live },
    text: [
      allowed ? `${name} could be rolled back to ${release}.` : `${name} could not be rolled back to ${release}:`,
      ...formatFindings(findings),
      'Nothing was changed (--dry-run).',
    ],
  };
}
