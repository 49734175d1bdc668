import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** Takes the pictures of `npm run screens`: what the tests run with, and no second try, which would hide what is not stable. */
export default defineConfig<object, { siteForEachWorker: boolean }>(config, { testDir: 'pictures', retries: 0, reporter: 'line', use: { siteForEachWorker: true } });
