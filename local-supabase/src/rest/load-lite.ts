import { AsyncLocalStorage } from 'node:async_hooks';

// Both entries of the package replace process.emitWarning when they load, with a function that throws on warnings
// that are Error objects. Warnings of this process must keep working. The supabase-js client that the package
// brings along, and that nothing here uses, warns about Node 20 while it loads.
const emitWarning = process.emitWarning.bind(process);
const { warn } = console;
console.warn = () => undefined;
const [lite, pglite] = await Promise.all([import('@supabase/lite'), import('@supabase/lite/pglite')]);
console.warn = warn;
process.emitWarning = emitWarning;

/** PostgREST, as the package has it. */
export const App = lite.App;

/** Its session with the database. */
export const PgliteConnection = pglite.PgliteConnection;

// The package prints every failed query with its values, which are people's data. The caller gets the error anyway.
const insideLite = new AsyncLocalStorage<true>();
const { error: printError } = console;
console.error = (...values: unknown[]) => {
  if (!insideLite.getStore()) printError(...values);
};

/** Runs what the package does, without its printing. */
export function quietly<T>(work: () => Promise<T>): Promise<T> {
  return insideLite.run(true, work);
}
