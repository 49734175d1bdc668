import { releaseListingSchema, type ReleaseListing } from '@atrium/releases/release-answers';
import { shellReleaseSchema, type ReleaseSet, type ShellRelease } from '@atrium/releases/release-set';
import * as v from 'valibot';
import { readReleaseSet } from './site-document.ts';
import { SiteProxyError } from './site-proxy-error.ts';

/** Milliseconds for the site to answer. */
const TIMEOUT = 10_000;

const problemSchema = v.pipe(v.string(), v.parseJson(), v.object({ error: v.object({ message: v.string() }) }));
const shellSchema = v.pipe(v.string(), v.parseJson(), shellReleaseSchema);
const listingSchema = v.pipe(v.string(), v.parseJson(), releaseListingSchema);

/** An answer of the site, with all of it there: a line can break within one, too. */
export interface SiteAnswer extends Pick<Response, 'status' | 'headers'> {
  readonly body: string;
}

/** Whether a site hands out its shell's development build: the build, or why not, in the site's own words. */
export type DevelopmentShell = { readonly shell: ShellRelease } | { readonly shell: null; readonly reason: string };

/** Asks a site for its start page and reads its releases. @throws SiteProxyError where there is no Atrium site */
export async function askReleaseSet(site: string): Promise<ReleaseSet> {
  const answer = await askSite(site, '/', { accept: 'text/html' });
  const set = readReleaseSet(answer.body);
  if (set !== null) return set;
  if (answer.status === 503) {
    throw new SiteProxyError('site-not-ready', `The site at ${site} has no usable shell yet. Whoever runs it finds what to do on its start page.`);
  }
  throw new SiteProxyError('no-atrium-site', `What answers at ${site} is no Atrium site. Name the site with --site.`);
}

/** Asks a site for the development build of its live shell. @throws SiteProxyError if no answer comes */
export async function askDevelopmentShell(site: string): Promise<DevelopmentShell> {
  const answer = await askSite(site, '/__atrium/development', { accept: 'application/json' });
  const shell = v.safeParse(shellSchema, answer.body);
  if (answer.status === 200 && shell.success) return { shell: shell.output };
  const problem = v.safeParse(problemSchema, answer.body);
  const older = 'The site is of a version without one. Whoever runs it can update it, and set ALLOW_DEVELOPMENT=true.';
  return { shell: null, reason: problem.success && answer.status !== 405 ? problem.output.error.message : older };
}

/** Asks a site what is live. @throws SiteProxyError if no answer comes, or none that can be understood */
export async function askListing(site: string): Promise<ReleaseListing> {
  const answer = await askSite(site, '/__atrium/registry', { accept: 'application/json' });
  const listing = v.safeParse(listingSchema, answer.body);
  if (listing.success) return listing.output;
  throw new SiteProxyError('site-not-ready', `The site at ${site} does not say what is live (status ${answer.status}).`);
}

/** Asks a site for something, by its path and query: what looks like another host in them is none. @throws SiteProxyError if no answer comes */
export async function askSite(site: string, path: string, headers: Readonly<Record<string, string>>): Promise<SiteAnswer> {
  try {
    const answer = await fetch(`${site}${path}`, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) });
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  } catch (cause) {
    throw new SiteProxyError(
      'site-unreachable',
      `Nothing answers at ${site}. Start the site there (npm start in its repository), or name another with --site.`,
      { cause },
    );
  }
}
