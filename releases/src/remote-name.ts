import * as v from 'valibot';

/** The name of the shell, the auth remote or a page module: part of addresses, folders and global names. */
export const remoteNameSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]{0,39}$/, 'A name has 1 to 40 lowercase letters, digits and hyphens, and starts with a letter'),
);
