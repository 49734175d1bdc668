/** An import of a package: `npm:name@range/path` or `jsr:@scope/name@range/path` (docs.deno.com/runtime/fundamentals/modules). */
export interface PackageSpecifier {
  /** Names under which the package may lie in node_modules, the likeliest first. */
  names: readonly string[];
  /** The versions that fit, as a semver range; empty for any. */
  range: string;
  /** What of the package is imported: empty, or a path with its slash. */
  path: string;
  /** How npm installs it. */
  install: string;
}

/** Reads a specifier; undefined for one of another kind. */
export function parsePackageSpecifier(specifier: string): PackageSpecifier | undefined {
  const [, registry, name, range = '', path = ''] = /^(npm|jsr):\/?((?:@[^/@]+\/)?[^/@]+)(?:@([^/]+))?(\/.*)?$/.exec(specifier) ?? [];
  if (registry === undefined || name === undefined) return undefined;
  const version = range === '' ? '' : `@${range}`;
  if (registry === 'npm') return { names: [name], range, path, install: `npm install ${name}${version}` };
  // As JSR's own bridge to npm calls them (jsr.io/docs/npm-compatibility); many are on npm under their name as well.
  const bridged = name.replace(/^@([^/]+)\//, '@jsr/$1__');
  return { names: [bridged, name], range, path, install: `npx jsr add ${name}${version}` };
}
