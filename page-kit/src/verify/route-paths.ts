import { fillRoutePattern, RouteParameterError } from '@atrium/releases/route-pattern';
import { VerifyError } from './verify-error.ts';
import type { VerifySettings } from './verify-settings.ts';

/** Stands for a parameter that nobody named: a form that keys have, and no row. */
const MADE_UP = '00000000-0000-4000-8000-000000000000';

/** The address of a route: with the parameters that are named, and something made up for the others. */
export function pathOf(pattern: string, named: Readonly<Record<string, string>> = {}): string {
  const madeUp = Object.fromEntries([...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, MADE_UP]));
  return fillRoutePattern(pattern, { ...madeUp, ...named });
}

/** Checks the parameters that a module's package.json names. @throws VerifyError for a route that is not there, or a parameter that no address can have */
export function checkParameters(routes: Readonly<Record<string, string>>, params: VerifySettings['params']): void {
  for (const [route, named] of Object.entries(params)) {
    const pattern = routes[route];
    if (pattern === undefined) throw new VerifyError('bad-settings', `The package.json names parameters of a route "${route}", which the module manifest does not have. It has: ${Object.keys(routes).join(', ')}.`);
    try {
      pathOf(pattern, named);
    } catch (cause) {
      if (!(cause instanceof RouteParameterError)) throw cause;
      throw new VerifyError('bad-settings', `The package.json names parameters that no address can have. ${cause.message}`, { cause });
    }
  }
}
