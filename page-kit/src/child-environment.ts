/** The variables that a process which runs code of a module gets: no token, no key. */
const PASSED_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'] as const;

/** The environment of a process that runs the code of a release. Packages that the shell shares are those of a production build. */
export function childEnvironment(): NodeJS.ProcessEnv {
  return { ...Object.fromEntries(PASSED_VARIABLES.map((name) => [name, process.env[name]])), NODE_ENV: 'production' };
}
