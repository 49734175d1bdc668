import { currentRegistry } from '@atrium/releases/stores';
import { placeOf, RECENT_MINUTES, type Place, type ReleaseHealth } from '@atrium/releases/health';
import { registeredRemote, releaseKey, threeQuartersWithin } from '@atrium/releases/model';
import { UsageError } from '../../errors.ts';
import type { Command } from '../framework/definition.ts';
import { formatTable } from '../framework/format.ts';
import { folderOption, readBuildIfAny, remoteIn } from '../inputs/remote.ts';
import { openStoreToRead, storeOptions } from '../inputs/store.ts';

const PLACES: readonly Place[] = ['live', 'canary', 'previous'];

/** `atrium health` */
export const healthCommand: Command = {
  name: 'health',
  summary: 'shows for how many visitors the releases of a remote failed, and how long its pages took',
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
    const timed = new Map((await store.health.timings()).map((one) => [releaseKey(one.name, one.release), one.timings]));
    const releases = reported.flatMap(({ name: remote, release, recent, all }) => {
      const timings = timed.get(releaseKey(remote, release)) ?? [];
      const registered = registeredRemote(registry, remote);
      const place = registered && placeOf(registered, release);
      const load = threeQuartersWithin(timings, 'load');
      const input = threeQuartersWithin(timings, 'input');
      return place ? [{ name: remote, release, place, recent, all, load, input }] : [];
    });
    releases.sort((one, other) => one.name.localeCompare(other.name) || PLACES.indexOf(one.place) - PLACES.indexOf(other.place));
    return {
      json: { minutes: RECENT_MINUTES, releases },
      text: releases.length === 0
        ? ['No visitor has reported about these releases since yesterday.']
        : formatTable([
            ['name', 'release', 'place', `failed, ${RECENT_MINUTES} min`, 'failed, since yesterday', 'errors, since yesterday', 'load, 3 of 4', 'input, 3 of 4'],
            ...releases.map(({ name: remote, release, place, recent, all, load, input }) => [
              remote, release, place, failedOf(recent), failedOf(all), String(all.errors), milliseconds(load), milliseconds(input),
            ]),
          ]),
    };
  },
};

function milliseconds(time: number | null): string {
  return time === null ? '–' : `${String(time)} ms`;
}

/** The visitors for whom a release failed, of all its visitors. */
function failedOf({ shown, failed }: ReleaseHealth['all']): string {
  return `${failed} of ${shown + failed}`;
}
