import * as v from 'valibot';

const targetSchema = v.union([v.string(), v.record(v.string(), v.string())]);

/** The parts of a workspace's package.json that its packed one contains or needs. */
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

/** What the workspace's own package.json does not contain. */
export interface PackedManifestOptions {
  /** The supported versions of Node: those of the repository. */
  readonly engines: Readonly<Record<string, string>>;
  /** Subpaths that are not exported to teams. */
  readonly ownUse: readonly string[];
  /** Our packages in the tarball. */
  readonly bundled: readonly string[];
}

/** The package.json of a tarball: that of the workspace, with exports that point to compiled files. */
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

/** Replaces a TypeScript file by its declarations and its compiled module. */
function compiledTarget(target: v.InferOutput<typeof targetSchema>): v.InferOutput<typeof targetSchema> {
  const source = typeof target === 'string' ? /^(.+(?<!\.d))\.tsx?$/.exec(target) : null;
  return source === null ? target : { types: `${source[1]}.d.ts`, default: `${source[1]}.js` };
}
