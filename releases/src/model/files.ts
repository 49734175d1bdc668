import * as v from 'valibot';

/**
 * A file's path inside a release: relative, with `/` between plain segments. No segment starts with a dot, which
 * excludes `..` and hidden files. Stores add `.br` and `.gz` to the names of compressed copies.
 */
export const filePathSchema = v.pipe(
  v.string(),
  v.maxLength(200, 'A file path has at most 200 characters'),
  v.regex(
    /^[A-Za-z0-9_~-][A-Za-z0-9._~-]*(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$/,
    'A file path is relative and has only letters, digits and . _ ~ - between its slashes',
  ),
  v.check((path) => !/\.(?:br|gz)$/.test(path), 'File names that end in .br or .gz are reserved for compressed copies'),
);

/** The path of a script inside a release. */
export const scriptPathSchema = v.pipe(filePathSchema, v.regex(/\.m?js$/, 'A script ends in .js or .mjs'));

const stylePathSchema = v.pipe(filePathSchema, v.endsWith('.css', 'A style sheet ends in .css'));

/** The path of a prerendered page inside a release. */
export const htmlPathSchema = v.pipe(filePathSchema, v.endsWith('.html', 'A prerendered page ends in .html'));

/** The files to load before a module, a route or the first screen can run, in loading order. */
export const fileListSchema = v.strictObject({
  scripts: v.array(scriptPathSchema),
  styles: v.array(stylePathSchema),
});

/** See {@link fileListSchema}. */
export type FileList = v.InferOutput<typeof fileListSchema>;

/** Subresource Integrity metadata with SHA-384 (W3C SRI §3.1). */
export const integritySchema = v.pipe(
  v.string(),
  v.regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'Integrity is sha384- and 64 characters of base64'),
);

/**
 * The folder of a shell's release with its development build, which has Fast Refresh. Development servers load it instead
 * of the production build; visitors never do.
 */
const DEVELOPMENT_FOLDER = 'development/';

/** The file that lists what a document loads of the development build, as the manifest's `initial` does for production. */
export const DEVELOPMENT_LIST_FILE = `${DEVELOPMENT_FOLDER}initial.json`;

/** Whether only development servers load a file. */
export function isForDevelopment(path: string): boolean {
  return path.startsWith(DEVELOPMENT_FOLDER);
}
