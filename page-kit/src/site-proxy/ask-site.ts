import { releaseListingSchema, type ReleaseListing } from '@atrium/releases/release-listing';
import { shellReleaseSchema, type ReleaseSet, type ShellRelease } from '@atrium/releases/release-set';
import * as v from 'valibot';
import { readReleaseSet } from './site-document.ts';
import { SiteProxyError } from './site-proxy-error.ts';

/** Milliseconds for the site to answer. */
const TIMEOUT = 10_000;

const problemSchema = v.object({ error: v.object({ message: v.string() }) });

/** Whether a site hands out its shell's development build: the build, or why not, in the site's own words. */
export type DevelopmentShell = { readonly shell: ShellRelease } | { readonly shell: null; readonly reason: string };

/** Asks a site for its start page and reads its releases. @throws SiteProxyError where there is no Atrium site */
export async function askReleaseSet(site: string): Promise<ReleaseSet> {
  const answer = await askSite(site, '/', { accept: 'text/html' });
  const set = readReleaseSet(await answer.text());
  if (set !== null) return set;
  if (answer.status === 503) {
    throw new SiteProxyError('site-not-ready', `The site at ${site} has no usable shell yet. Whoever runs it finds what to do on its start page.`);
  }
  throw new SiteProxyError('no-atrium-site', `What answers at ${site} is no Atrium site. Name the site with --site.`);
}

/** Asks a site for the development build of its live shell. @throws SiteProxyError if no answer comes */
export async function askDevelopmentShell(site: string): Promise<DevelopmentShell> {
  const answer = await askSite(site, '/__atrium/development', { accept: 'application/json' });
  const data: unknown = await answer.json().catch(() => null);
  const shell = v.safeParse(shellReleaseSchema, data);
  if (answer.ok && shell.success) return { shell: shell.output };
  const problem = v.safeParse(problemSchema, data);
  const older = 'The site is of a version without one. Whoever runs it can update it, and set ALLOW_DEVELOPMENT=true.';
  return { shell: null, reason: problem.success && answer.status !== 405 ? problem.output.error.message : older };
}

/** Asks a site what is live. @throws SiteProxyError if no answer comes, or none that can be understood */
export async function askListing(site: string): Promise<ReleaseListing> {
  const answer = await askSite(site, '/__atrium/registry', { accept: 'application/json' });
  const listing = v.safeParse(releaseListingSchema, await answer.json().catch(() => null));
  if (listing.success) return listing.output;
  throw new SiteProxyError('site-not-ready', `The site at ${site} does not say what is live (status ${answer.status}).`);
}

/** Asks a site for something, by its path and query: what looks like another host in them is none. @throws SiteProxyError if no answer comes */
export async function askSite(site: string, path: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  try {
    return await fetch(`${site}${path}`, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) });
  } catch (cause) {
    throw new SiteProxyError(
      'site-unreachable',
      `Nothing answers at ${site}. Start the site there (npm start in its repository), or name another with --site.`,
      { cause },
    );
  }
}
