import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** Runs the long tests of `npm run soak`, one at a time: a storm keeps a whole machine busy. A second try would hide a rare failure. */
export default defineConfig(config, { testDir: 'soak', workers: 1, retries: 0 });
