import { writeFile } from 'node:fs/promises';
import { DATABASE_TYPES_MODULE, databaseTypesModule } from '../generate/database-types.ts';

await writeFile(DATABASE_TYPES_MODULE, await databaseTypesModule());
