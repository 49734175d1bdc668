import { readFile } from 'node:fs/promises';
import { expect, jest, test } from '@jest/globals';
import { DATABASE_TYPES_MODULE, databaseTypesModule } from '../../../tools/generate/database-types.ts';

// A database is made for it, on machines that may be busy.
jest.setTimeout(120_000);

test('the generated types match the migrations (npm run database-types)', async () => {
  expect(await readFile(DATABASE_TYPES_MODULE, 'utf8')).toBe(await databaseTypesModule());
});
