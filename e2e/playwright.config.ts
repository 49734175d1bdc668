import { defineConfig } from '@playwright/test';
import { findChromium } from '@atrium/page-kit/chromium';

const { executablePath, args } = findChromium();

/** A machine that tests a landing may be several times slower than the one that the test was written on. */
const patience = process.env['CI'] === undefined ? 1 : 2;

export default defineConfig({
  testDir: 'test',
  outputDir: 'test-results',
  globalSetup: './src/fixtures/global-setup.ts',
  // One more than CI has cores: some tests wait for seconds (for a limit, a timer or an outage).
  workers: 3,
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // Until three full runs in a row have passed without it. `npm test` names the tests that needed their second try.
  retries: process.env['CI'] === undefined ? 0 : 1,
  timeout: 45_000 * patience,
  expect: { timeout: 10_000 * patience },
  use: {
    actionTimeout: 10_000 * patience,
    navigationTimeout: 20_000 * patience,
    // A document that a test changed on its way comes from no address, and could not reach the backend on this machine.
    launchOptions: { executablePath, args: [...args, '--disable-features=LocalNetworkAccessChecks'] },
    screenshot: 'only-on-failure',
    // Recording slows every test; to look into a failure, run it with `--trace on`.
    trace: 'off',
  },
});
