import * as v from 'valibot';
import { remarkSchema, type Registry } from './registry.ts';
import type { ReleaseManifest } from './release-manifest.ts';
import type { LiveMove, ManifestReading } from './release-store.ts';
import { routePatternsOverlap } from './route-pattern.ts';
import { MoveRefusedError, RevisionMismatchError } from './store-errors.ts';

/** How a store reads a manifest: see ReleaseStore.readManifest. */
export type ReadManifest = (name: string, release: string) => Promise<ManifestReading>;

/**
 * The registry after a move, with the checks on stored facts. A store calls it where nobody else can write.
 *
 * @returns the same object if the release is live already
 * @throws RevisionMismatchError if the registry is not at the expected revision
 * @throws MoveRefusedError if a check refuses it
 */
export async function movedRegistry(
  registry: Registry,
  move: LiveMove,
  readManifest: ReadManifest,
  when: Date,
): Promise<Registry> {
  const current = Object.hasOwn(registry.remotes, move.name) ? registry.remotes[move.name] : undefined;
  // A client that repeats a move because it never got the answer has what it wants.
  if (current?.live === move.release) return registry;
  if (registry.revision !== move.expectedRevision) {
    throw new RevisionMismatchError(move.expectedRevision, registry.revision);
  }
  const reading = await readManifest(move.name, move.release);
  if (reading.status !== 'ok') {
    const reason = reading.status === 'missing' ? 'it is not stored: publish it first' : reading.problem;
    throw new MoveRefusedError(move.name, move.release, [reason]);
  }
  const { kind } = reading.manifest;
  const reasons = [
    ...remarkReasons(move),
    ...kindReasons(registry, move.name, reading.manifest),
    ...(await pathReasons(registry, reading.manifest, readManifest)),
  ];
  if (reasons.length > 0) throw new MoveRefusedError(move.name, move.release, reasons);

  const { release, who, why } = move;
  const moved = {
    kind,
    live: release,
    previous: current?.live ?? null,
    history: [...(current?.history ?? []), { release, when: when.toISOString(), who: who.trim(), why: why.trim() }],
  };
  return { ...registry, revision: registry.revision + 1, remotes: { ...registry.remotes, [move.name]: moved } };
}

function remarkReasons({ who, why }: LiveMove): string[] {
  return v.is(remarkSchema, who) && v.is(remarkSchema, why) ? [] : ['say who moves it and why, in 1 to 500 characters each'];
}

function kindReasons(registry: Registry, name: string, { kind }: ReleaseManifest): string[] {
  const reasons: string[] = [];
  for (const [other, remote] of Object.entries(registry.remotes)) {
    if (other === name && remote.kind !== kind) {
      reasons.push(`${name} is registered as ${remote.kind}, and this release is a ${kind}`);
    }
    if (other !== name && kind !== 'page-module' && remote.kind === kind) {
      reasons.push(`the site has one ${kind}, and it is ${other}`);
    }
  }
  return reasons;
}

/**
 * Paths belong to one module (design §5). Navigation ids are a module's name with a route key; the name is the
 * registry's key and, by the manifest's schema, the facts', so nobody else can have them.
 */
async function pathReasons(
  registry: Registry,
  manifest: ReleaseManifest,
  readManifest: ReadManifest,
): Promise<string[]> {
  if (manifest.kind !== 'page-module') return [];
  const reasons: string[] = [];
  for (const [other, remote] of Object.entries(registry.remotes)) {
    if (other === manifest.name || remote.kind !== 'page-module') continue;
    const reading = await readManifest(other, remote.live);
    // A module whose manifest is damaged is not on the site, and must not keep the others from going live.
    if (reading.status !== 'ok' || reading.manifest.kind !== 'page-module') continue;
    for (const path of Object.values(manifest.facts.routes)) {
      for (const taken of Object.values(reading.manifest.facts.routes)) {
        if (routePatternsOverlap(path, taken)) {
          reasons.push(`its path ${path} clashes with ${taken}, which belongs to ${other}`);
        }
      }
    }
  }
  return reasons;
}
