import type { GateFinding } from './gate/gate-finding.ts';

/** Other bytes are already stored under this release id. */
export class ReleaseConflictError extends Error {
  override readonly name = 'ReleaseConflictError';

  constructor(remote: string, release: string) {
    super(
      `Release ${release} of ${remote} is already stored with other content. Releases never change: ` +
        'check the stored one for damage, or build again from changed sources.',
    );
  }
}

/** Somebody else moved a pointer in the meantime. */
export class RevisionMismatchError extends Error {
  override readonly name = 'RevisionMismatchError';
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
export class MoveRefusedError extends Error {
  override readonly name = 'MoveRefusedError';
  readonly findings: readonly GateFinding[];

  constructor(subject: string, findings: readonly GateFinding[]) {
    super(`${subject}:\n${findings.map(({ message }) => `- ${message}`).join('\n')}`);
    this.findings = findings;
  }
}

/** The wish to move a pointer cannot be understood; nothing was looked at. */
export class InvalidMoveError extends Error {
  override readonly name = 'InvalidMoveError';
}

/** The files, the manifest and the id of a release do not belong together. */
export class InvalidReleaseError extends Error {
  override readonly name = 'InvalidReleaseError';

  constructor(remote: string, release: string, problems: readonly string[]) {
    super(
      `Release ${release} of ${remote} is not whole: ${problems.join('; ')}. ` +
        'It was damaged on its way or changed after sealing: seal the build again and publish that.',
    );
  }
}

/** The registry is there but cannot be understood; nothing is written over it. */
export class RegistryUnreadableError extends Error {
  override readonly name = 'RegistryUnreadableError';

  constructor(problem: string) {
    super(`The registry is malformed (${problem}). Restore it from a copy, or remove it and publish again.`);
  }
}

/** Another process held the store's lock for too long. */
export class StoreLockedError extends Error {
  override readonly name = 'StoreLockedError';

  constructor(holder: string) {
    super(`The release store is locked by ${holder}. Wait for it to end, or try again in a minute.`);
  }
}

/** An entry of the store's log is damaged or gone. */
export class LogUnreadableError extends Error {
  override readonly name = 'LogUnreadableError';

  constructor(revision: number, problem: string) {
    super(`Entry ${revision} of the log cannot be read (${problem}). Restore it from a copy.`);
  }
}

/** The teams' file is damaged, or a wish for a token cannot be granted. */
export class TeamBookError extends Error {
  override readonly name = 'TeamBookError';
}
