import * as v from 'valibot';

/** The input of the process that renders pages. */
export const prerenderJobSchema = v.strictObject({
  name: v.string(),
  /** The id in the files of the build. */
  release: v.string(),
  global: v.string(),
  entry: v.string(),
  /** The packages that the module takes from the shell. */
  shared: v.array(v.string()),
  /** The paths of the pages, by route key. */
  routes: v.record(v.string(), v.string()),
  language: v.string(),
  /** Content of every file of the build, by its path. */
  files: v.map(v.string(), v.instance(Uint8Array)),
  /** Folder of the module's sources. */
  folder: v.string(),
});

/** See {@link prerenderJobSchema}. */
export type PrerenderJob = v.InferOutput<typeof prerenderJobSchema>;

/** The answer of that process: the HTML by route key, or what went wrong. */
export const prerenderAnswerSchema = v.variant('ok', [
  v.strictObject({ ok: v.literal(true), pages: v.record(v.string(), v.string()) }),
  v.strictObject({ ok: v.literal(false), problem: v.string() }),
]);

/** See {@link prerenderAnswerSchema}. */
export type PrerenderAnswer = v.InferOutput<typeof prerenderAnswerSchema>;
