import * as v from 'valibot';

const targetSchema = v.union([v.string(), v.record(v.string(), v.string())]);

/** The parts of a workspace's package.json that a packed one has as well, or is made of. */
const manifestSchema = v.object({
  name: v.string(),
  version: v.string(),
  description: v.string(),
  license: v.string(),
  type: v.literal('module'),
  bin: v.optional(v.record(v.string(), v.string())),
  exports: v.record(v.string(), targetSchema),
  sideEffects: v.optional(v.union([v.boolean(), v.array(v.string())])),
  dependencies: v.record(v.string(), v.string()),
  peerDependencies: v.optional(v.record(v.string(), v.string())),
  peerDependenciesMeta: v.optional(v.record(v.string(), v.object({ optional: v.boolean() }))),
});

/** What a workspace's own package.json does not say. */
export interface PackedManifestOptions {
  /** The Nodes that it runs on: the repository's. */
  readonly engines: Readonly<Record<string, string>>;
  /** Subpaths that nobody outside is to import. */
  readonly ownUse: readonly string[];
  /** Packages of ours that lie in the tarball. */
  readonly bundled: readonly string[];
}

/** The package.json of a tarball: that of the workspace, with exports that lead to compiled files. */
export function packedManifest(source: unknown, { engines, ownUse, bundled }: PackedManifestOptions) {
  const manifest = v.parse(manifestSchema, source);
  const exported = Object.entries(manifest.exports).filter(([subpath]) => !ownUse.includes(subpath));
  return {
    ...manifest,
    engines,
    exports: {
      ...Object.fromEntries(exported.map(([subpath, target]) => [subpath, compiledTarget(target)])),
      './package.json': './package.json',
    },
    ...(bundled.length > 0 && { bundleDependencies: bundled }),
  };
}

/** An export of the tarball: where the source tree has TypeScript, its types and its compiled module. */
export function compiledTarget(target: v.InferOutput<typeof targetSchema>): v.InferOutput<typeof targetSchema> {
  const source = typeof target === 'string' ? /^(.+(?<!\.d))\.tsx?$/.exec(target) : null;
  return source === null ? target : { types: `${source[1]}.d.ts`, default: `${source[1]}.js` };
}
