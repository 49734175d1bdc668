import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** Runs the long tests of `npm run soak`, one at a time: a storm keeps a whole machine busy. */
export default defineConfig(config, { testDir: 'soak', workers: 1 });
