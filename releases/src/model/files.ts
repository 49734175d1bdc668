import * as v from 'valibot';

/**
 * A file's path inside a release: relative, with `/` between plain segments. No segment starts with a dot, so `..`
 * and hidden files are out. `.br` and `.gz` are reserved for the copies that a store compresses.
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

/** The path of a style sheet inside a release. */
export const stylePathSchema = v.pipe(filePathSchema, v.endsWith('.css', 'A style sheet ends in .css'));

/** The files that must be there before a module, a route or the first screen can run, in loading order. */
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
 * Folder of a shell's release with its second build, which development servers load in the place of the first
 * (design §6, Fast Refresh). No visitor loads anything of it.
 */
const developmentFolder = 'development/';

/** The file that names what a document loads of the development build, as `initial` of the manifest does of the other. */
export const developmentListFile = `${developmentFolder}initial.json`;

/** Whether a file of a release is there for development servers only. */
export function isForDevelopment(path: string): boolean {
  return path.startsWith(developmentFolder);
}
