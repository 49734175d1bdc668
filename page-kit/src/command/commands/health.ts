import { placeOf, RECENT_MINUTES, type Place, type ReleaseHealth } from '@atrium/releases/health';
import { registeredRemote } from '@atrium/releases/model';
import { currentRegistry } from '../../publishing/move-pointer.ts';
import { UsageError } from '../../errors.ts';
import type { Command } from '../framework/definition.ts';
import { formatTable } from '../framework/format.ts';
import { folderOption, readBuildIfAny, remoteIn } from '../inputs/remote.ts';
import { openStoreToRead, storeOptions } from '../inputs/store.ts';

const PLACES: readonly Place[] = ['live', 'canary', 'previous'];

/** `atrium health` */
export const healthCommand: Command = {
  name: 'health',
  summary: 'shows for how many visitors the releases of a remote failed',
  operands: ['[NAME]'],
  options: [...storeOptions, folderOption, { name: 'all', help: 'show every remote' }],
  run: async (context) => {
    const { call } = context;
    if (call.has('all') && call.operands.length > 0) throw new UsageError('NAME and --all exclude each other. Run atrium health --help.');
    const store = openStoreToRead(context);
    const registry = await currentRegistry(store);
    const name = call.has('all') ? undefined : (call.operands[0] ?? (await readBuildIfAny(context))?.description.name);
    if (name !== undefined) remoteIn(registry, name);
    const reported = (await store.health.read()).filter((one) => name === undefined || one.name === name);
    const releases = reported.flatMap(({ name: remote, release, recent, all }) => {
      const registered = registeredRemote(registry, remote);
      const place = registered && placeOf(registered, release);
      return place ? [{ name: remote, release, place, recent, all }] : [];
    });
    releases.sort((one, other) => one.name.localeCompare(other.name) || PLACES.indexOf(one.place) - PLACES.indexOf(other.place));
    return {
      json: { minutes: RECENT_MINUTES, releases },
      text: releases.length === 0
        ? ['No visitor has reported about these releases since yesterday.']
        : formatTable([
            ['name', 'release', 'place', `failed, ${RECENT_MINUTES} min`, 'failed, since yesterday', 'errors, since yesterday'],
            ...releases.map(({ name: remote, release, place, recent, all }) => [remote, release, place, failedOf(recent), failedOf(all), String(all.errors)]),
          ]),
    };
  },
};

/** The visitors for whom a release failed, of all its visitors. */
function failedOf({ shown, failed }: ReleaseHealth['all']): string {
  return `${failed} of ${shown + failed}`;
}
