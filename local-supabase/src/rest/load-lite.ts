import { AsyncLocalStorage } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';

// Compiles a function of Postgres when it is first called, as newer versions of Node do. Most functions never are, and a start
// needs a sixth less processor time.
setFlagsFromString('--wasm-lazy-compilation');

// Both entry points of the package replace process.emitWarning on load with a function that throws on warnings
// that are Error objects. Restore it, so that warnings of this process keep working. The supabase-js client in the
// package, which is unused here, warns about Node 20 on load.
const emitWarning = process.emitWarning.bind(process);
const { warn } = console;
console.warn = () => undefined;
const [lite, pglite] = await Promise.all([import('@supabase/lite'), import('@supabase/lite/pglite')]);
console.warn = warn;
process.emitWarning = emitWarning;

/** The package's PostgREST. */
export const App = lite.App;

/** The package's database session. */
export const PgliteConnection = pglite.PgliteConnection;

/**
 * How Postgres starts. Its default of 128 MB for shared buffers would be filled at each start. The system keeps the files of the
 * cluster in memory anyway. The search path is that of a hosted project, so that functions of extensions are found by their names.
 */
export const START_PARAMETERS = [
  ...pglite.PGlite.defaultStartParams.map((parameter) => (parameter === 'search_path=public' ? 'search_path="$user",public,extensions' : parameter)),
  '-c',
  'shared_buffers=16MB',
];

// The package prints every failed query with its values, which may be personal data. The caller gets the error anyway.
const insideLite = new AsyncLocalStorage<true>();
const { error: printError } = console;
console.error = (...values: unknown[]) => {
  if (!insideLite.getStore()) printError(...values);
};

/** Runs work of the package without its error output. */
export function withoutErrorOutput<T>(work: () => Promise<T>): Promise<T> {
  return insideLite.run(true, work);
}
