import semver from 'semver';
import type { GateFinding } from '../model/gate-check.ts';
import type { ReleaseManifest } from '../model/release-manifest.ts';
import { against, nameOf, type Neighbour } from './neighbours.ts';

type Mismatch = Pick<GateFinding, 'check' | 'message'>;
type Shell = Extract<ReleaseManifest, { kind: 'shell' }>;
type Offering = Exclude<ReleaseManifest, { kind: 'page-module' }>;

/** What messages call the two releases. */
interface Sides {
  readonly user: string;
  readonly provider: string;
}

/**
 * Where the proposed release does not work with another one that a visitor may get together with it. For a shell or an
 * auth remote, these are the modules that would break. A neighbour that cannot run breaks nothing.
 */
export function incompatibilities(proposal: ReleaseManifest, neighbours: readonly Neighbour[]): GateFinding[] {
  return neighbours.flatMap((neighbour) =>
    neighbour.manifest === null
      ? []
      : mismatches(proposal, neighbour.manifest, nameOf(neighbour)).map((mismatch) => ({ ...mismatch, ...against(neighbour) })),
  );
}

function mismatches(proposal: ReleaseManifest, other: ReleaseManifest, name: string): Mismatch[] {
  const asUser = { user: name, provider: `this ${proposal.kind}` };
  const asProvider = { user: `this release`, provider: name };
  const found: Mismatch[] = [];
  if (proposal.kind !== 'page-module') found.push(...contractMismatches(other, proposal, asUser));
  if (other.kind !== 'page-module') found.push(...contractMismatches(proposal, other, asProvider));
  if (proposal.kind === 'shell' && other.kind !== 'shell') found.push(...shellMismatches(other, proposal, asUser));
  if (other.kind === 'shell' && proposal.kind !== 'shell') found.push(...shellMismatches(proposal, other, asProvider));
  return found;
}

/** The mismatch if a page module does not support the page contract of a shell or an auth remote. */
function contractMismatches(module: ReleaseManifest, provider: Offering, sides: Sides): Mismatch[] {
  if (module.kind !== 'page-module' || semver.satisfies(provider.contract, module.contract)) return [];
  const message =
    `${sides.user} works with the page contract ${module.contract}, and ${sides.provider} offers ${provider.contract}: ` +
    `build it with page-kit ${provider.contract}, and state that version in its module manifest`;
  return [{ check: 'contract', message }];
}

/** What a remote needs and a shell does not provide: shared packages, names of the router, the federation runtime. */
function shellMismatches(remote: ReleaseManifest, shell: Shell, sides: Sides): Mismatch[] {
  return [...sharedMismatches(remote, shell, sides), ...routerMismatches(remote, shell, sides), ...runtimeMismatches(remote, shell, sides)];
}

function sharedMismatches(remote: ReleaseManifest, shell: Shell, { user, provider }: Sides): Mismatch[] {
  return Object.entries(remote.shared).flatMap(([name, range]): Mismatch[] => {
    const version = Object.hasOwn(shell.shared, name) ? shell.shared[name] : undefined;
    if (version === undefined) {
      return [{ check: 'shared', message: `${user} takes ${name} from the shell, and ${provider} does not provide it: bundle it, or ask the platform team` }];
    }
    // Older shells have a range here instead of an exact version.
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

/** Containers call internal functions of the runtime, which are stable within a minor version. */
function runtimeMismatches(remote: ReleaseManifest, shell: Shell, { user, provider }: Sides): Mismatch[] {
  if (semver.satisfies(shell.federation, `${semver.major(remote.federation)}.${semver.minor(remote.federation)}`)) return [];
  const message =
    `${user} was built for the federation runtime ${remote.federation}, and ${provider} brings ${shell.federation}: ` +
    'build it with the page-kit that the shell was built with';
  return [{ check: 'federation', message }];
}
