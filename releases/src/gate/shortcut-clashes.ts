import type { GateFinding } from '../model/gate-check.ts';
import type { ModuleManifest } from '../model/module-manifest.ts';
import { against, nameOf, type Neighbour } from './neighbours.ts';

type Command = NonNullable<ModuleManifest['commands']>[string];

/** Where a command of a page module has the shortcut of another command that is offered in the same places. */
export function shortcutClashes(proposed: ModuleManifest, neighbours: readonly Neighbour[]): GateFinding[] {
  const own = commandsOf(proposed);
  const finding = (key: string, { shortcut = '' }: Command, other: string): GateFinding => ({
    check: 'shortcuts',
    message: `its command ${key} has the shortcut "${shortcut}" of ${other}: choose another shortcut, or offer it on other pages`,
  });
  const among = own.flatMap(([key, command], index) =>
    own.slice(0, index).filter(([, other]) => clash(command, other) && sharePages(command, other)).map(([other]) => finding(key, command, `its command ${other}`)),
  );
  // Two modules have no page in common, so one of the commands must be offered everywhere.
  const others = neighbours
    .filter(({ as }) => as !== 'previous')
    .flatMap((neighbour) =>
      own.flatMap(([key, command]) =>
        commandsOf(neighbour.moduleManifest)
          .filter(([, other]) => clash(command, other) && !(command.on && other.on))
          .map(([other]) => ({ ...finding(key, command, `the command ${other} of ${nameOf(neighbour)}`), ...against(neighbour) })),
      ),
    );
  return [...among, ...others];
}

function commandsOf(manifest: ModuleManifest | null): [string, Command][] {
  return Object.entries(manifest?.commands ?? {});
}

/** Whether two commands have the same shortcut, and some users get both. */
function clash(one: Command, other: Command): boolean {
  if (one.shortcut === undefined || one.shortcut !== other.shortcut) return false;
  return one.requires === undefined || other.requires === undefined || one.requires === other.requires;
}

/** Whether two commands of one module are offered on the same page. */
function sharePages({ on }: Command, { on: otherOn }: Command): boolean {
  return on === undefined || otherOn === undefined || on.some((route) => otherOn.includes(route));
}
