import type { GateAnswer, GateFinding, Trial } from '../model/gate-check.ts';
import { releaseKey } from '../model/identity.ts';
import { registeredRemote, type Registry } from '../model/registry.ts';
import type { ReadManifest, ReleaseManifest } from '../model/release-manifest.ts';
import { addressesAreFree } from './address-clashes.ts';
import { fitsNeighbours } from './compatibility.ts';
import { neighboursOf, type GateFacts } from './neighbours.ts';
import { sizeFindings } from './size-budget.ts';

/** What is known of a release besides its manifest. */
export interface Evidence {
  readonly trial: Trial | null;
  readonly forbidden: readonly string[];
  readonly styles: readonly string[];
}

/** Reads what the registry points at, each manifest once, and asks the gate. */
export async function askGate(
  registry: Registry,
  proposal: ReleaseManifest,
  evidence: Evidence,
  readManifest: ReadManifest,
): Promise<GateAnswer> {
  const pointed = Object.entries(registry.remotes).flatMap(([name, { live, canary, previous }]) =>
    [live, canary?.release ?? null, previous].flatMap((release) => (release === null ? [] : [{ name, release }])),
  );
  const readings = await Promise.all(pointed.map(({ name, release }) => readManifest(name, release)));
  const manifests = new Map<string, ReleaseManifest>();
  for (const reading of readings) {
    if (reading.status === 'ok') manifests.set(releaseKey(reading.manifest.name, reading.manifest.release), reading.manifest);
  }
  return gate({ registry, manifests, proposal, ...evidence });
}

/**
 * "Can this be deployed?" Looks at facts alone and runs no code, so it answers in milliseconds, for a rollback too. Every
 * pair of releases that a visitor can get is checked: the proposed one with the others' live, canary and previous ones.
 */
export function gate(facts: GateFacts): GateAnswer {
  const { registry, manifests, proposal, trial, forbidden, styles } = facts;
  const live = registeredRemote(registry, proposal.name)?.live;
  const neighbours = neighboursOf(facts);
  const findings = [
    ...kindFindings(registry, proposal),
    ...quarantineFindings(registry, proposal),
    ...exposedFindings(proposal),
    ...trialFindings(trial),
    ...forbidden.map((message): GateFinding => ({ check: 'forbidden', message })),
    ...styles.map((message): GateFinding => ({ check: 'styles', message })),
    ...sizeFindings(proposal),
    ...fitsNeighbours(proposal, neighbours),
    ...addressesAreFree(proposal, neighbours, live ? manifests.get(releaseKey(proposal.name, live)) : undefined),
  ];
  return { allowed: findings.length === 0, findings };
}

/**
 * Whether `force` goes over a finding. It does not where the registry would name what is not there or is something
 * else, nor where a path would be taken from a module that is live.
 */
export function canBeForced({ check, against }: GateFinding): boolean {
  if (check === 'stored' || check === 'kind' || check === 'canary') return false;
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
  return [{ check: 'quarantined', message: 'it is in quarantine, because it was found bad: mend it and publish the mended one' }];
}

function exposedFindings({ kind, exposes }: ReleaseManifest): GateFinding[] {
  if (kind === 'shell') return [];
  const wanted = kind === 'auth-remote' ? './auth' : './module';
  if (Object.hasOwn(exposes, wanted)) return [];
  return [{ check: 'exposed', message: `it does not expose ${wanted}: build it with the webpack preset` }];
}

function trialFindings(trial: Trial | null): GateFinding[] {
  if (trial === null) return [{ check: 'trial', message: 'its code was never tried: publish it again, which tries it' }];
  if (trial.passed) return [];
  return [{ check: 'trial', message: `its code failed when it was tried (${trial.problems.join('; ') || 'no reason is known'}): mend it and publish again` }];
}
