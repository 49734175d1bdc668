import type { LivePages } from '../given/live-pages.ts';

/** The declarations that make the pages of these modules known to the type checker, by name and parameters. */
export function sitePagesText(modules: readonly LivePages[]): string {
  const pages = modules
    .flatMap(({ name, routes }) => Object.entries(routes).map(([route, pattern]) => [`${name}.${route}`, pattern] as const))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return [
    '// Written by `atrium types`: the pages that the site has, and those of this module. Run it again when they have changed.',
    'export {};',
    '',
    "declare module '@atrium/page-kit/contract/site' {",
    '  interface SitePages {',
    ...pages.map(([page, pattern]) => `    '${page}': ${parametersOf(pattern)};`),
    '  }',
    '}',
    '',
  ].join('\n');
}

/** The parameters of a path; the rest of one that ends with `*` may be left out. */
function parametersOf(pattern: string): string {
  const segments = pattern.split('/');
  const members = [
    ...new Set(segments.filter((segment) => segment.startsWith(':')).map((segment) => `readonly ${segment.slice(1)}: string`)),
    ...(segments.at(-1) === '*' ? ["readonly '*'?: string"] : []),
  ];
  return members.length === 0 ? 'Record<never, string>' : `{ ${members.join('; ')} }`;
}
