import type { GateFinding } from './gate-check.ts';

/** What a store's errors are called where they leave the process: over HTTP, and in what the command prints. */
export const storeErrorCodes = [
  'release-conflict',
  'invalid-release',
  'revision-mismatch',
  'move-refused',
  'invalid-move',
  'registry-unreadable',
  'log-unreadable',
  'store-locked',
  'store-away',
  'team-book',
] as const;

/** What a store refuses, or cannot do; the message is made for people. */
export abstract class StoreError extends Error {
  abstract readonly code: (typeof storeErrorCodes)[number];
}

/** Other bytes are already stored under this release id. */
export class ReleaseConflictError extends StoreError {
  override readonly name = 'ReleaseConflictError';
  override readonly code = 'release-conflict';

  constructor(remote: string, release: string) {
    super(
      `Release ${release} of ${remote} is already stored with other content. Releases never change: ` +
        'check the stored one for damage, or build again from changed sources.',
    );
  }
}

/** Somebody else moved a pointer in the meantime. */
export class RevisionMismatchError extends StoreError {
  override readonly name = 'RevisionMismatchError';
  override readonly code = 'revision-mismatch';
  readonly expected: number;
  readonly actual: number;

  constructor(expected: number, actual: number) {
    super(
      `The registry is at revision ${actual}, not ${expected}: somebody else changed it. ` +
        'Look at what is live now, then try again.',
    );
    this.expected = expected;
    this.actual = actual;
  }
}

/** The gate refuses the move; `findings` says why. */
export class MoveRefusedError extends StoreError {
  override readonly name = 'MoveRefusedError';
  override readonly code = 'move-refused';
  readonly findings: readonly GateFinding[];

  constructor(subject: string, findings: readonly GateFinding[]) {
    super(`${subject}:\n${findings.map(({ message }) => `- ${message}`).join('\n')}`);
    this.findings = findings;
  }
}

/** The wish to move a pointer cannot be understood; nothing was looked at. */
export class InvalidMoveError extends StoreError {
  override readonly name = 'InvalidMoveError';
  override readonly code = 'invalid-move';
}

/** The files, the manifest and the id of a release do not belong together. */
export class InvalidReleaseError extends StoreError {
  override readonly name = 'InvalidReleaseError';
  override readonly code = 'invalid-release';

  constructor(remote: string, release: string, problems: readonly string[]) {
    super(
      `Release ${release} of ${remote} is not whole: ${problems.join('; ')}. ` +
        'It was damaged on its way or changed after sealing: seal the build again and publish that.',
    );
  }
}

/** The registry is there but cannot be understood, or is gone while its log is there; nothing is written over it. */
export class RegistryUnreadableError extends StoreError {
  override readonly name = 'RegistryUnreadableError';
  override readonly code = 'registry-unreadable';

  constructor(problem: string) {
    super(
      `The registry cannot be read (${problem}). Restore registry.json from a copy; without one, write it from the log: ` +
        'as revision that of the newest entry, and for each remote its kind, and as live and previous what its newest entry says.',
    );
  }
}

/** Another process held the store's lock for too long. */
export class StoreLockedError extends StoreError {
  override readonly name = 'StoreLockedError';
  override readonly code = 'store-locked';

  constructor(holder: string) {
    super(`The release store is locked by ${holder}. Wait for it to end, or try again in a minute.`);
  }
}

/** The service that keeps the store does not answer, or not as it should. What is live stays live meanwhile. */
export class StoreAwayError extends StoreError {
  override readonly name = 'StoreAwayError';
  override readonly code = 'store-away';

  /** @param problem what was found, and what to look at; it holds no key */
  constructor(problem: string, options?: ErrorOptions) {
    super(`The release store is away: ${problem}. Visitors do not notice; nothing can be released until it is back.`, options);
  }
}

/** An entry of the store's log is damaged or gone. */
export class LogUnreadableError extends StoreError {
  override readonly name = 'LogUnreadableError';
  override readonly code = 'log-unreadable';

  constructor(revision: number, problem: string) {
    super(`Entry ${revision} of the log cannot be read (${problem}). Restore it from a copy.`);
  }
}

/** The teams' file is damaged, or a wish for a token cannot be granted. */
export class TeamBookError extends StoreError {
  override readonly name = 'TeamBookError';
  override readonly code = 'team-book';
}
