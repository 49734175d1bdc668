import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** Runs the browser tests that `npm test` leaves out: those with the tag of the soak. */
export default defineConfig(config, { grep: /@soak\b/, grepInvert: [] });
