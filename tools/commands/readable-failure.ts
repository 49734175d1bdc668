import { SettingsError } from '@atrium/credentials-server/settings';
import { DevelopmentError } from '@atrium/page-kit/errors';
import { SealError } from '@atrium/releases/sealing';
import { StoreError } from '@atrium/releases/stores';
import { ApiReportError } from '../api/api-reports.ts';
import { BuildFailedError } from '../build/build-parts.ts';
import { PackError } from '../packages/pack-page-kit.ts';
import { StartError } from '../start/start-error.ts';

const EXPECTED = [StartError, DevelopmentError, BuildFailedError, PackError, ApiReportError, SealError, StoreError, SettingsError];

/** Prints the message of an expected error and sets the exit code. Throws every other error, so that Node prints its stack. */
export function printReadableFailure(error: unknown): void {
  if (!EXPECTED.some((type) => error instanceof type)) throw error;
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
