import semver from 'semver';
import type { GateFinding } from '../model/gate-check.ts';
import type { ReleaseManifest } from '../model/release-manifest.ts';
import { against, named, type Neighbour } from './neighbours.ts';

/**
 * Whether the proposed release works together with each release that may meet it in a tab. For a shell or an auth
 * remote that means: which modules would break.
 */
export function fitsNeighbours(proposal: ReleaseManifest, neighbours: readonly Neighbour[]): GateFinding[] {
  return neighbours.flatMap((neighbour) =>
    mismatches(proposal, neighbour).map((mismatch) => ({ ...mismatch, ...against(neighbour) })),
  );
}

function mismatches(proposal: ReleaseManifest, neighbour: Neighbour) {
  const other = neighbour.manifest;
  const asUser = { user: named(neighbour), provider: `this ${proposal.kind}` };
  const asProvider = { user: `this release`, provider: named(neighbour) };
  const found = [];
  if (proposal.kind !== 'page-module') found.push(...contractMismatches(other, proposal, asUser));
  if (other.kind !== 'page-module') found.push(...contractMismatches(proposal, other, asProvider));
  if (proposal.kind === 'shell' && other.kind !== 'shell') found.push(...shellMismatches(other, proposal, asUser));
  if (other.kind === 'shell' && proposal.kind !== 'shell') found.push(...shellMismatches(proposal, other, asProvider));
  return found;
}

type Mismatch = Pick<GateFinding, 'check' | 'message'>;

type Shell = Extract<ReleaseManifest, { kind: 'shell' }>;

type Offering = Exclude<ReleaseManifest, { kind: 'page-module' }>;

/** How a sentence calls the two sides. */
export interface Sides {
  readonly user: string;
  readonly provider: string;
}

/** Whether a page module works with the page contract that a shell or an auth remote offers. */
export function contractMismatches(module: ReleaseManifest, provider: Offering, sides: Sides): Mismatch[] {
  if (module.kind !== 'page-module' || semver.satisfies(provider.contract, module.contract)) return [];
  const message =
    `${sides.user} works with the page contract ${module.contract}, and ${sides.provider} offers ${provider.contract}: ` +
    `build it against a page-kit of contract ${provider.contract}, and let its facts say so`;
  return [{ check: 'contract', message }];
}

/** Whether a remote finds what it takes from a shell: shared packages, names of the router, the federation runtime. */
export function shellMismatches(remote: ReleaseManifest, shell: Shell, sides: Sides): Mismatch[] {
  return [...sharedMismatches(remote, shell, sides), ...routerMismatches(remote, shell, sides), ...runtimeMismatches(remote, shell, sides)];
}

function sharedMismatches(remote: ReleaseManifest, shell: Shell, { user, provider }: Sides): Mismatch[] {
  return Object.entries(remote.shared).flatMap(([name, range]): Mismatch[] => {
    const version = Object.hasOwn(shell.shared, name) ? shell.shared[name] : undefined;
    if (version === undefined) {
      return [{ check: 'shared', message: `${user} takes ${name} from the shell, and ${provider} does not provide it: bundle it, or ask the platform team` }];
    }
    // Shells of older checkouts state the range that they were built with. What is in the smaller range is in the larger.
    if (semver.subset(version, range)) return [];
    return [{ check: 'shared', message: `${user} needs ${name} ${range}, and ${provider} provides ${version}: build it against ${version}` }];
  });
}

function routerMismatches(remote: ReleaseManifest, shell: Shell, { user, provider }: Sides): Mismatch[] {
  const provided = new Set(shell.routerNames);
  const missing = remote.routerNames.filter((name) => !provided.has(name));
  if (missing.length === 0) return [];
  const message =
    `${user} imports ${missing.join(', ')} from react-router-dom, which ${provider} does not provide: ` +
    'use other names, or ask the platform team to add them to the router facade';
  return [{ check: 'router-names', message }];
}

/** Containers call the runtime's inner functions, which keep their form within a minor version. */
function runtimeMismatches(remote: ReleaseManifest, shell: Shell, { user, provider }: Sides): Mismatch[] {
  if (semver.satisfies(shell.federation, `${semver.major(remote.federation)}.${semver.minor(remote.federation)}`)) return [];
  const message =
    `${user} was built for the federation runtime ${remote.federation}, and ${provider} brings ${shell.federation}: ` +
    'build it with the page-kit that the shell was built with';
  return [{ check: 'federation', message }];
}
