import type { GateResponse, GateFinding, SmokeTestResult } from '../model/gate-check.ts';
import { releaseKey } from '../model/identity.ts';
import { pointedReleases, registeredRemote, type Registry } from '../model/registry.ts';
import type { ModuleManifest } from '../model/module-manifest.ts';
import { moduleManifestOf, type ReadManifest, type ReleaseManifest } from '../model/release-manifest.ts';
import { addressClashes } from './address-clashes.ts';
import { incompatibilities } from './compatibility.ts';
import { neighboursOf, type GateInput, type Neighbour } from './neighbours.ts';
import { shortcutClashes } from './shortcut-clashes.ts';
import { sizeFindings } from './size-budget.ts';
import { crowdedSlots, orderCycles, slotFindings } from './slot-findings.ts';

/** The results of checks that need a release's files or run its code. */
export interface Evidence {
  readonly smokeTest: SmokeTestResult | null;
  readonly forbidden: readonly string[];
  readonly styles: readonly string[];
}

/** Reads the manifests of all releases that the registry points at, and runs the gate. */
export async function askGate(
  registry: Registry,
  proposal: ReleaseManifest,
  evidence: Evidence,
  readManifest: ReadManifest,
): Promise<GateResponse> {
  const readings = await Promise.all(
    Object.entries(registry.remotes).flatMap(([name, remote]) =>
      pointedReleases(remote).map(async (release) => [releaseKey(name, release), await readManifest(name, release)] as const),
    ),
  );
  return gate({ registry, readings: new Map(readings), proposal, ...evidence });
}

/**
 * Decides whether a release can go live. It checks data and runs no code, so it takes milliseconds, also for a
 * rollback. It compares the proposed release with the live, canary and previous releases of all other remotes, because a
 * visitor may get any of these pairs.
 */
export function gate(input: GateInput): GateResponse {
  const { registry, readings, proposal, smokeTest, forbidden, styles } = input;
  const { live = null, quarantined = [] } = registeredRemote(registry, proposal.name) ?? {};
  const liveReading = live === null ? undefined : readings.get(releaseKey(proposal.name, live));
  const isLiveSound = liveReading?.status === 'ok' && !quarantined.includes(liveReading.manifest.release);
  const neighbours = neighboursOf(input);
  const findings = [
    ...kindFindings(registry, proposal),
    ...quarantineFindings(registry, proposal),
    ...exposedFindings(proposal),
    ...smokeTestFindings(smokeTest),
    ...forbidden.map((message): GateFinding => ({ check: 'forbidden', message })),
    ...styles.map((message): GateFinding => ({ check: 'styles', message })),
    ...sizeFindings(proposal),
    ...incompatibilities(proposal, neighbours),
    ...(proposal.kind === 'page-module' ? addressClashes(proposal.moduleManifest, neighbours, liveReading ? moduleManifestOf(liveReading) : null) : []),
    ...slotFindings(proposal, neighbours, isLiveSound ? liveReading.manifest : null),
    ...(proposal.kind === 'page-module' ? shortcutClashes(proposal.moduleManifest, neighbours) : []),
  ];
  return { allowed: findings.length === 0, findings };
}

/** A page module that is live. */
export interface LiveModule {
  readonly release: string;
  readonly manifest: ModuleManifest;
}

/**
 * What the gate will find in a module manifest that is not built yet: where its paths, menu entries and shortcuts, or its places in
 * slots, belong to other live modules.
 */
export function manifestClashes(proposed: ModuleManifest, live: readonly LiveModule[]): GateFinding[] {
  const neighbours = live
    .filter(({ manifest }) => manifest.name !== proposed.name)
    .map(({ release, manifest }): Neighbour => ({ name: manifest.name, release, as: 'live', manifest: null, moduleManifest: manifest }));
  return [...addressClashes(proposed, neighbours, null), ...crowdedSlots(proposed, neighbours), ...orderCycles(proposed, neighbours), ...shortcutClashes(proposed, neighbours)];
}

/**
 * Whether `force` can override a finding. It cannot if the registry would point at a missing release or at one of
 * another kind, or if a module's live release or canary would lose its path or the slot of an extension.
 */
export function canBeForced({ check, against }: GateFinding): boolean {
  if (check === 'stored' || check === 'kind' || check === 'canary') return false;
  if (check === 'slots') return against === undefined || against.as === 'previous';
  return check !== 'paths' || against?.as === 'previous';
}

function kindFindings(registry: Registry, { name, kind }: ReleaseManifest): GateFinding[] {
  const findings: GateFinding[] = [];
  const registered = registeredRemote(registry, name)?.kind ?? kind;
  if (registered !== kind) {
    findings.push({
      check: 'kind',
      message: `${name} is registered as ${registered}, and this release is a ${kind}: give it another name`,
    });
  }
  for (const [other, remote] of Object.entries(registry.remotes)) {
    if (other !== name && kind !== 'page-module' && remote.kind === kind) {
      findings.push({ check: 'kind', message: `the site has one ${kind}, and it is ${other}: release it under that name` });
    }
  }
  return findings;
}

function quarantineFindings(registry: Registry, { name, release }: ReleaseManifest): GateFinding[] {
  if (registeredRemote(registry, name)?.quarantined.includes(release) !== true) return [];
  return [{ check: 'quarantined', message: 'it is in quarantine, because it was found bad: fix it and publish the fixed release' }];
}

function exposedFindings({ kind, exposes }: ReleaseManifest): GateFinding[] {
  if (kind === 'shell') return [];
  const wanted = kind === 'auth-remote' ? './auth' : './module';
  if (Object.hasOwn(exposes, wanted)) return [];
  return [{ check: 'exposed', message: `it does not expose ${wanted}: build it with the webpack preset` }];
}

function smokeTestFindings(smokeTest: SmokeTestResult | null): GateFinding[] {
  if (smokeTest === null) return [{ check: 'smoke-test', message: 'its smoke test never ran: publish it again, which runs the test' }];
  if (smokeTest.passed) return [];
  return [{ check: 'smoke-test', message: `its smoke test failed (${smokeTest.problems.join('; ') || 'no reason is known'}): fix it and publish again` }];
}
