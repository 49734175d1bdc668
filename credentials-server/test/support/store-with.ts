import type { HealthBook } from '@atrium/releases/health';
import type { ReleaseStore } from '@atrium/releases/stores';

/** A store with some methods replaced. */
export function storeWith(store: ReleaseStore, changes: Partial<ReleaseStore>): ReleaseStore {
  return {
    putRelease: (sealed, smokeTest) => store.putRelease(sealed, smokeTest),
    readManifest: (name, release) => store.readManifest(name, release),
    releaseFile: (name, release, path, encodings) => store.releaseFile(name, release, path, encodings),
    readRegistry: () => store.readRegistry(),
    registryFingerprint: () => store.registryFingerprint(),
    move: (move) => store.move(move),
    check: (proposal) => store.check(proposal),
    readLog: (query) => store.readLog(query),
    readSmokeTest: (name, release) => store.readSmokeTest(name, release),
    collectGarbage: (options) => store.collectGarbage(options),
    teams: store.teams,
    health: store.health,
    ...changes,
  };
}

/** A health book with some methods replaced. */
export function healthWith(health: HealthBook, changes: Partial<HealthBook>): HealthBook {
  return {
    salt: () => health.salt(),
    add: (tallies) => health.add(tallies),
    read: (minutes) => health.read(minutes),
    timings: () => health.timings(),
    addFailures: (reports) => health.addFailures(reports),
    failures: () => health.failures(),
    ...changes,
  };
}
