import type { RecoveryCodesStatus, SupabaseClient, User } from '@atrium/page-kit/contract/auth';
import { describeFailure } from '../errors.ts';
import { dataOf, throwIfFailed } from './result.ts';

/** The calls for recovery codes. Each rejects with the service's error. */
export interface RecoveryCodeCalls {
  status(): Promise<RecoveryCodesStatus>;
  create(): Promise<readonly string[]>;
  verify(code: string): Promise<void>;
  remove(): Promise<void>;
}

/** Whether a user has recovery codes, used or not. The user of a session has those from before its last refresh. */
export function hasRecoveryCodes(user: User | null): boolean {
  return user?.factors?.some(({ factor_type: type }) => type === 'recovery_code') === true;
}

/** Creates the calls for one client's auth, which needs its option `experimental.recoveryCodes`. */
export function createRecoveryCodeCalls({ mfa: { recoveryCodes } }: SupabaseClient['auth']): RecoveryCodeCalls {
  return {
    async status() {
      const { data, error } = await recoveryCodes.getStatus();
      if (error === null) return { isAvailable: true, total: data.total, remaining: data.remaining };
      const { code } = describeFailure(error);
      if (code === 'mfa_factor_not_found') return { isAvailable: true, total: 0, remaining: 0 };
      if (isMissing(error)) return { isAvailable: false, total: 0, remaining: 0 };
      throw error;
    },
    async create() {
      const created = await recoveryCodes.generate();
      const exists = created.error !== null && describeFailure(created.error).code === 'mfa_verified_factor_exists';
      return dataOf(exists ? await recoveryCodes.regenerate() : created).codes;
    },
    async verify(code) {
      throwIfFailed(await recoveryCodes.verify({ code }));
    },
    async remove() {
      throwIfFailed(await recoveryCodes.unenroll());
    },
  };
}

/** Whether the service does not have recovery codes. An older one reads the path as the id of a factor (404), or refuses the method (405). */
function isMissing(error: Error): boolean {
  const { code, status } = describeFailure(error);
  return code === 'mfa_recovery_codes_enroll_not_enabled' || status === 404 || status === 405;
}
