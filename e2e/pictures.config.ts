import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** Takes the pictures of `npm run screens`, with what the tests run with. */
export default defineConfig<object, { siteForEachWorker: boolean }>(config, { testDir: 'pictures', reporter: 'line', use: { siteForEachWorker: true } });
