import { act } from '@testing-library/react';
import * as v from 'valibot';
import { fillRoutePattern, RouteParameterError } from '@atrium/releases/route-pattern';
import type { PageModule, SearchResult } from '../contract/page-module.ts';
import { pagePath } from '../site/pages.tsx';
import { parseSearchResults } from '../site/search-results.ts';
import { auth } from './auth-module.ts';
import { prepareVisit, type StartOptions, type StartState } from './start-state.ts';
import { testSite } from './test-site.ts';

/** A search provider returned results that the command palette would refuse. */
export class MalformedResultsError extends Error {
  override readonly name = 'MalformedResultsError';
}

/** Who searches. */
export interface SearchOptions {
  /** How the visit begins; `signed-in` by default. */
  readonly auth?: StartState | StartOptions;
  /** Aborted when the user types on. Never aborted by default. */
  readonly signal?: AbortSignal;
}

/**
 * Asks a search provider of a module as the command palette does, for a user without an open page.
 *
 * @returns its results. The palette shows at most 20 of them, and 200 characters of each text
 * @throws MalformedResultsError if the palette would refuse them
 */
export async function searchModule(module: PageModule, provider: string, query: string, options: SearchOptions = {}): Promise<readonly SearchResult[]> {
  const trimmed = query.trim();
  if (trimmed === '') throw new TypeError('The command palette does not search for an empty query.');
  const load = module.search?.[provider];
  if (!load) throw new TypeError(`The module ${module.manifest.name} has no search provider "${provider}".`);
  const site = testSite();
  const visit = await prepareVisit(site.backend, options.auth ?? 'signed-in');
  await site.openTab(visit).start();
  const { default: find } = await load();
  const found = await find(trimmed, { auth, signal: options.signal ?? new AbortController().signal });
  try {
    for (const result of parseSearchResults(found)) requirePage(module, result);
  } catch (cause) {
    const reason = v.isValiError(cause) ? v.summarize(cause.issues) : cause instanceof RouteParameterError ? cause.message : null;
    if (reason === null) throw cause;
    throw new MalformedResultsError(`The search provider "${provider}" returned malformed results: ${reason}`, { cause });
  }
  return found;
}

/** @throws MalformedResultsError or RouteParameterError if a result leads to no page of its own module */
function requirePage({ manifest: { name, routes } }: PageModule, { key, to: { page, params } }: ReturnType<typeof parseSearchResults>[number]): void {
  const [owner = '', route = ''] = page.split('.');
  // The pages of other modules are not known here.
  if (owner !== name) return;
  const pattern = Object.hasOwn(routes, route) ? routes[route] : undefined;
  if (pattern === undefined) throw new MalformedResultsError(`The result "${key}" leads to "${page}", but the module ${name} has no route "${route}".`);
  fillRoutePattern(pattern, { ...params });
}

/** Runs a command of a module as the command palette does: opens its route, or runs its code. */
export async function runCommand(module: PageModule, key: string, open: (path: string) => void): Promise<void> {
  const { name, routes, commands = {} } = module.manifest;
  const command = commands[key];
  if (!command) throw new TypeError(`The module ${name} has no command "${key}" in its manifest.`);
  await act(async () => {
    if (command.route !== undefined) return open(fillRoutePattern(routes[command.route] ?? '/', {}));
    const load = module.commands?.[key];
    if (!load) throw new TypeError(`The module ${name} has no code for the command "${key}".`);
    const { default: run } = await load();
    await run({
      auth,
      pathname: location.pathname,
      goTo: (page) => {
        const path = pagePath(page);
        if (path !== null) open(path);
        return path !== null;
      },
    });
  });
}
