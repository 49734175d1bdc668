import type { GateFinding } from './gate-check.ts';

/** The codes of a store's errors, over HTTP and in the command's JSON output. */
export const STORE_ERROR_CODES = [
  'release-conflict',
  'invalid-release',
  'revision-mismatch',
  'move-refused',
  'invalid-move',
  'registry-unreadable',
  'log-unreadable',
  'store-locked',
  'store-unavailable',
  'team-book',
] as const;

/** A store refused a request or could not perform it. The message is for people. */
export abstract class StoreError extends Error {
  abstract readonly code: (typeof STORE_ERROR_CODES)[number];
}

/** The store already has other content under this release id. */
export class ReleaseConflictError extends StoreError {
  override readonly name = 'ReleaseConflictError';
  override readonly code = 'release-conflict';

  constructor(remote: string, release: string) {
    super(
      `Release ${release} of ${remote} is already stored with other content. Releases never change: ` +
        'check the stored one for damage, or change the sources and build again.',
    );
  }
}

/** The registry changed after the request was made. */
export class RevisionMismatchError extends StoreError {
  override readonly name = 'RevisionMismatchError';
  override readonly code = 'revision-mismatch';
  readonly expected: number;
  readonly actual: number;

  constructor(expected: number, actual: number) {
    super(
      `The registry is at revision ${actual}, not ${expected}: another move came first. ` +
        'Check what is live now, then try again.',
    );
    this.expected = expected;
    this.actual = actual;
  }
}

/** The gate refused the move; `findings` says why. */
export class MoveRefusedError extends StoreError {
  override readonly name = 'MoveRefusedError';
  override readonly code = 'move-refused';
  readonly findings: readonly GateFinding[];

  constructor(subject: string, findings: readonly GateFinding[]) {
    super(`${subject}:\n${findings.map(({ message }) => `- ${message}`).join('\n')}`);
    this.findings = findings;
  }
}

/** The move itself is invalid. */
export class InvalidMoveError extends StoreError {
  override readonly name = 'InvalidMoveError';
  override readonly code = 'invalid-move';
}

/** The files, the manifest and the id of a release do not match. */
export class InvalidReleaseError extends StoreError {
  override readonly name = 'InvalidReleaseError';
  override readonly code = 'invalid-release';

  constructor(remote: string, release: string, problems: readonly string[]) {
    super(
      `Release ${release} of ${remote} is damaged: ${problems.join('; ')}. ` +
        'It changed after sealing or in transit. Seal the build again and publish the result.',
    );
  }
}

/** The registry is malformed, or missing although its log exists. The store does not overwrite it. */
export class RegistryUnreadableError extends StoreError {
  override readonly name = 'RegistryUnreadableError';
  override readonly code = 'registry-unreadable';

  constructor(problem: string) {
    super(
      `The registry cannot be read (${problem}). Restore it from a backup: the file registry.json of a folder, or the row of atrium.registry ` +
        'in a Supabase project. Without a backup, rebuild it from the log: take the revision of the newest entry, and for each remote its kind, ' +
        'with live and previous from its newest entry.',
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

/** The service behind the store does not respond, or not correctly. What is live stays live. */
export class StoreUnavailableError extends StoreError {
  override readonly name = 'StoreUnavailableError';
  override readonly code = 'store-unavailable';

  /** @param problem what happened and what to check; it never contains a key */
  constructor(problem: string, options?: ErrorOptions) {
    super(`The release store is unreachable: ${problem}. Visitors are not affected; nothing can be released until it is back.`, options);
  }
}

/** An entry of the store's log is damaged or missing. */
export class LogUnreadableError extends StoreError {
  override readonly name = 'LogUnreadableError';
  override readonly code = 'log-unreadable';

  constructor(revision: number, problem: string) {
    super(`Entry ${revision} of the log cannot be read (${problem}). Restore it from a copy.`);
  }
}

/** The list of teams is damaged, or a token request is invalid. */
export class TeamBookError extends StoreError {
  override readonly name = 'TeamBookError';
  override readonly code = 'team-book';
}
