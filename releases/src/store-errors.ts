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

/** The checks on stored facts refuse the move; `reasons` says why, one sentence part each. */
export class MoveRefusedError extends Error {
  override readonly name = 'MoveRefusedError';
  readonly reasons: readonly string[];

  constructor(remote: string, release: string, reasons: readonly string[]) {
    super(`Release ${release} of ${remote} cannot go live:\n${reasons.map((reason) => `- ${reason}`).join('\n')}`);
    this.reasons = reasons;
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
