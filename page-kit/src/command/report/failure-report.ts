import { types } from 'node:util';
import { SealError } from '@atrium/releases/seal';
import { SiteStoreError } from '@atrium/releases/site-store-error';
import { MoveRefusedError, StoreError } from '@atrium/releases/store-errors';
import { DevelopmentError } from '../../dev-server/development-error.ts';
import { SiteProxyError } from '../../site-proxy/site-proxy-error.ts';
import { ChromiumNotFoundError } from '../../verify/chromium-not-found.ts';
import { VerifyError } from '../../verify/verify-error.ts';
import { UsageError } from '../line/usage-error.ts';
import { CommandError } from './command-error.ts';
import { findingLines } from './findings-text.ts';

/** What is said about a failure, and the exit code. */
export interface FailureReport {
  readonly exitCode: 1 | 2;
  /** The `error` of the document that `--json` prints. */
  readonly error: Readonly<Record<string, unknown>> & { readonly code: string; readonly message: string };
  readonly text: string;
}

/** Words for a failure that is meant to be read; null for a defect, which is to be seen with its stack. */
export function reportFailure(error: unknown): FailureReport | null {
  if (error instanceof UsageError) return report(2, 'usage', error);
  if (error instanceof CommandError) return report(1, error.code, error);
  if (error instanceof MoveRefusedError) {
    const { findings } = error;
    const lines = findingLines(findings);
    const message = error.message.split('\n')[0] ?? '';
    return { exitCode: 1, error: { code: 'refused', message, findings }, text: [message, ...lines].join('\n') };
  }
  if (error instanceof SiteStoreError) {
    const { message, code: reason } = error;
    return { exitCode: 1, error: { code: 'site', reason, message }, text: message };
  }
  if (error instanceof ChromiumNotFoundError) return report(1, 'no-chromium', error);
  if (error instanceof DevelopmentError || error instanceof SiteProxyError || error instanceof VerifyError) return report(1, error.code, error);
  if (error instanceof SealError) return report(1, 'bad-build', error);
  if (error instanceof StoreError) return report(1, error.code, error);
  if (isSystemError(error)) {
    return report(1, 'system', new Error(`The system refused: ${error.message}. Check the path and the rights on it.`));
  }
  return null;
}

function report(exitCode: 1 | 2, code: string, { message }: Error): FailureReport {
  return { exitCode, error: { code, message }, text: message };
}

/**
 * Errors of the file system and the like (https://nodejs.org/api/errors.html#class-systemerror). Not by `instanceof`: Node's own errors
 * are of another realm where a test runs the command.
 */
function isSystemError(error: unknown): error is Error {
  return types.isNativeError(error) && 'syscall' in error && 'code' in error;
}
