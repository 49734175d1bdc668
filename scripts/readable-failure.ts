import { SettingsError } from '@atrium/credentials-server/settings';
import { DevelopmentError } from '@atrium/page-kit/errors';
import { SealError } from '@atrium/releases/seal';
import { StoreError } from '@atrium/releases/store-errors';
import { ApiReportError } from './api/api-reports.ts';
import { BuildFailedError } from './build-parts.ts';
import { PackError } from './packages/pack-page-kit.ts';
import { StartError } from './start-error.ts';

const READABLE = [StartError, DevelopmentError, BuildFailedError, PackError, ApiReportError, SealError, StoreError, SettingsError];

/** Prints a failure whose message is made for people and sets the exit code; every other error goes on to Node, with its stack. */
export function printReadableFailure(error: unknown): void {
  if (!READABLE.some((type) => error instanceof type)) throw error;
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
