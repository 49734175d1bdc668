import { writeDatabaseTypes } from '../generate/database-types.ts';

await writeDatabaseTypes();
