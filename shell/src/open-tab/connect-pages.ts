import { connectSite } from '@atrium/page-kit/site';
import type { SiteLoads } from '../site/site-loads.ts';

/** Lets the modules find each other's pages by name. */
export function connectPages(loads: SiteLoads): void {
  connectSite({
    patternOf: (name, route) => {
      const module = loads.modules.named(name);
      return module && !module.retired ? (module.facts.routes[route] ?? null) : null;
    },
    subscribe: loads.modules.subscribe,
    prefetch: (pathname) => void loads.prepare(pathname),
  });
}
