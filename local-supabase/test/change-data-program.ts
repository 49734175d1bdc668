import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Database } from '../src/database/database.ts';
import { openLite } from '../src/rest/lite-adapter.ts';

// Runs the SQL of the standard input as the superuser, on a data directory that no backend has open. Jest cannot load the engine.
const [directory = ''] = process.argv.slice(2);
const { engine } = await openLite({ directory: path.join(directory, 'database') });
await new Database(engine).script(await text(process.stdin), 'supabase_admin', () => Promise.resolve());
await engine.close();
