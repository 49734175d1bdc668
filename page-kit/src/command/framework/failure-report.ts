import { types } from 'node:util';
import { SealError } from '@atrium/releases/sealing';
import { SiteStoreError } from '@atrium/releases/stores/site';
import { MoveRefusedError, StoreError } from '@atrium/releases/stores';
import { ChromiumNotFoundError, CommandError, DevelopmentError, SiteProxyError, UsageError, VerifyError } from '../../errors.ts';
import { formatFindings } from './format.ts';

/** A failure as `atrium` reports it. */
export interface FailureReport {
  readonly exitCode: 1 | 2;
  /** The `error` of the document that `--json` prints. */
  readonly error: Readonly<Record<string, unknown>> & { readonly code: string; readonly message: string };
  readonly text: string;
}

const REPORTED = [CommandError, ChromiumNotFoundError, DevelopmentError, SiteProxyError, VerifyError, StoreError];

/** Describes a failure that users can act on; null for a defect, which should be printed with its stack. */
export function reportFailure(error: unknown): FailureReport | null {
  if (error instanceof UsageError) return report(error.code, error.message, 2);
  if (error instanceof MoveRefusedError) {
    const { findings } = error;
    const message = error.message.split('\n')[0] ?? '';
    return { exitCode: 1, error: { code: 'refused', message, findings }, text: [message, ...formatFindings(findings)].join('\n') };
  }
  if (error instanceof SiteStoreError) {
    const { message, code: reason } = error;
    return { exitCode: 1, error: { code: 'site', reason, message }, text: message };
  }
  for (const type of REPORTED) if (error instanceof type) return report(error.code, error.message);
  if (error instanceof SealError) return report('bad-build', error.message);
  if (isSystemError(error)) return report('system', `The operating system reported: ${error.message}. Check that the path exists and that you have permission to use it.`);
  return null;
}

function report(code: string, message: string, exitCode: 1 | 2 = 1): FailureReport {
  return { exitCode, error: { code, message }, text: message };
}

/**
 * Whether an error comes from the file system or another system call (https://nodejs.org/api/errors.html#class-systemerror).
 * Not by `instanceof`: in Jest, Node's own errors belong to another realm.
 */
function isSystemError(error: unknown): error is Error {
  return types.isNativeError(error) && 'syscall' in error && 'code' in error;
}
