import { routePatternsOverlap } from '@atrium/releases/route-pattern';
import type { LivePages } from '../given/live-pages.ts';
import { CommandError } from '../report/command-error.ts';
import type { ModuleNames } from './module-name.ts';

/** Refuses a module whose name or paths are somebody's already. @throws CommandError */
export function refuseClashes({ name, paths }: ModuleNames, live: readonly LivePages[]): void {
  const same = live.find((other) => other.name === name);
  if (same !== undefined) {
    throw new CommandError('name-taken', `There is a module ${name} on the site${byOwner(same)}. Choose another name.`);
  }
  for (const other of live) {
    for (const taken of Object.values(other.routes)) {
      const path = paths.find((own) => routePatternsOverlap(own, taken));
      if (path === undefined) continue;
      throw new CommandError(
        'path-taken',
        `The path ${path} of a module ${name} would clash with ${taken}, which belongs to ${other.name}${byOwner(other)}. Choose another name.`,
      );
    }
  }
}

function byOwner({ owner }: LivePages): string {
  return owner === undefined ? '' : `, owned by ${owner}`;
}
