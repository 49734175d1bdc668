import * as v from 'valibot';
import type { RunningSite, Site } from './site.ts';

/** Environment variable by which the workers learn where the sites of this run are. */
const SITES = 'ATRIUM_E2E_SITES';

const siteSchema = v.object({
  url: v.string(),
  releases: v.string(),
  backend: v.object({ apiUrl: v.string(), inboxUrl: v.string(), publishableKey: v.string(), secretKey: v.string() }),
});

const sitesSchema = v.object({ open: siteSchema, confirming: siteSchema });

/**
 * Tells the workers where the sites are that the whole run shares: one where an account can be used right away, and one
 * where an address has to be confirmed.
 */
export function shareSites(open: RunningSite, confirming: RunningSite): void {
  process.env[SITES] = JSON.stringify(v.parse(sitesSchema, { open, confirming }));
}

/** A site of this run. People on it have addresses of their own; nothing of its releases is ever changed. */
export function sharedSite(which: keyof v.InferOutput<typeof sitesSchema>): Site {
  const sites = process.env[SITES];
  if (sites === undefined) throw new Error('No site was started: the tests run under the global setup of playwright.config.ts.');
  return v.parse(sitesSchema, JSON.parse(sites))[which];
}
