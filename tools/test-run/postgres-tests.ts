import { repositoryFiles } from '../repository/repository.ts';

/** The tests of the migrations, and of the services that are built on the database. */
const FOLDERS = [
  ...['account', 'address-confirmation', 'concurrency', 'database', 'functions', 'mixed-users', 'policies', 'release-store', 'workspace'].map((folder) => `supabase/test/${folder}`),
  ...['auth', 'database', 'realtime', 'rest', 'storage'].map((service) => `local-supabase/test/${service}`),
];

/** Tests that say nothing about PostgreSQL, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'local-supabase/test/database/hosted-privileges.test.ts': 'Its messages are those of Postgres 17, as hosted, and it creates the extension vector, which Debian does not have.',
  'local-supabase/test/realtime/lifetime.soak.test.ts': 'Its backend is a process of its own, with limits that no option sets.',
};

/** The files of the tests that also run on a PostgreSQL server: the part `postgres` of the soak. */
export async function postgresTests(): Promise<readonly string[]> {
  const files = (await Promise.all(FOLDERS.map(repositoryFiles))).flat();
  return files.filter((file) => file.endsWith('.test.ts') && LEFT_OUT[file] === undefined);
}
