import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import type { SiteLoads } from '../site/site-loads.ts';

/** Milliseconds that a module's start may take before its signal is aborted. */
const START_TIMEOUT = 5_000;

/** What a module's start came to. */
export interface StartReport {
  readonly name: string;
  readonly outcome: 'started' | 'unavailable' | 'failed' | 'timed-out';
}

/**
 * Loads and starts every module that asks to be started with the site, all at once: neither a slow nor a broken one
 * delays another. A failure is reported on the console, and the module is tried again when one of its pages is visited.
 */
export function startPageModules(loads: SiteLoads, auth: AuthHandle): Promise<StartReport[]> {
  const names = loads.source.pages.filter(({ start }) => start === 'application').map(({ name }) => name);
  return Promise.all(names.map((name) => startPageModule(loads, name, auth)));
}

async function startPageModule(loads: SiteLoads, name: string, auth: AuthHandle): Promise<StartReport> {
  const module = await loads.module(name).promise;
  if (!module.success) {
    console.error(`The page module ${name} is not available:`, module.error.message);
    return { name, outcome: 'unavailable' };
  }
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), START_TIMEOUT);
  const timedOut = new Promise<'timed-out'>((resolve) => {
    limit.signal.addEventListener('abort', () => resolve('timed-out'), { once: true });
  });
  try {
    const run = Promise.resolve(module.value.start?.({ auth, signal: limit.signal })).then(() => 'started' as const);
    const outcome = await Promise.race([run, timedOut]);
    if (outcome === 'timed-out') console.error(`The start of the page module ${name} took too long.`);
    return { name, outcome };
  } catch (error) {
    console.error(`The start of the page module ${name} failed:`, error);
    return { name, outcome: 'failed' };
  } finally {
    clearTimeout(timer);
  }
}
