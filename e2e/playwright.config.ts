import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from '@atrium/page-kit/chromium';

const { executablePath, args } = findChromium();

/** CI machines can be several times slower than a developer's. */
const TIMEOUT_FACTOR = process.env['CI'] === undefined ? 1 : 2;

// Without projects: each would start workers and browsers of its own.
export default defineConfig({
  testDir: 'test',
  outputDir: 'test-results',
  globalSetup: './src/fixtures/global-setup.ts',
  // Tests wait about a third of their time. On two cores, two workers leave them idle, and four take longer than three.
  workers: Math.min(8, Math.ceil(1.5 * availableParallelism())),
  fullyParallel: true,
  // Rare cases, and those that take the way of an everyday one. The soak runs them (`tagged.config.ts`).
  grepInvert: /@soak\b/,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 45_000 * TIMEOUT_FACTOR,
  expect: { timeout: 10_000 * TIMEOUT_FACTOR },
  use: {
    actionTimeout: 10_000 * TIMEOUT_FACTOR,
    navigationTimeout: 20_000 * TIMEOUT_FACTOR,
    // The next test of a worker gets the same context, emptied. With one process for all documents of the site, it also finds
    // the compiled code. Its first document then costs half as much.
    reuseContext: true,
    // Animations cost a tenth of the processor time. The tests of layout shifts and of first frames, and the screen matrix, keep them.
    contextOptions: { reducedMotion: 'reduce' },
    // Chromium does not know the address of a document that a test modified, and would block its requests to the local backend.
    launchOptions: { executablePath, args: [...args, '--disable-features=LocalNetworkAccessChecks', '--process-per-site'] },
    screenshot: 'only-on-failure',
    // Recording slows down every test. To analyse a failure, run the test with `--trace on`.
    trace: 'off',
  },
});
