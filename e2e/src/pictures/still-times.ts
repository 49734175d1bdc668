import type { BrowserContext } from '@playwright/test';

/** The moment at which every picture is taken. */
const NOW = new Date('2026-03-02T09:30:00Z');

/** Times in answers of the backend: `"created_at":"2026-…"`. */
const STORED = /("\w+_at":\s*")\d{4}-\d\d-\d\dT[^"]+(")/g;

/** Stands the clock of a browser's pages still, and lets everything that the backend stored be of that moment, so that no picture shows when it was taken. */
export async function standStill(context: BrowserContext): Promise<void> {
  await context.clock.setFixedTime(NOW);
  await context.route(/\/(?:rest\/v1|auth\/v1\/(?:user|factors))/, async (route) => {
    if (route.request().method() === 'OPTIONS') return route.fallback();
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replaceAll(STORED, `$1${NOW.toISOString()}$2`) });
  });
}
