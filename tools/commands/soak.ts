import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postgresPrograms } from '../backend/postgres-server.ts';
import { ON_POSTGRES } from '../backend/test-backends.ts';
import { repositoryFiles, ROOT } from '../repository/repository.ts';
import { orderEnvironment } from '../screens/pictures.ts';
import { postgresTests } from '../test-run/postgres-tests.ts';
import { runSteps, type Step, type StepResult } from '../test-run/steps.ts';
import { browserTests, unitTests } from '../test-run/test-reports.ts';

const SPEC = '.spec.ts';

/** The part that takes a picture of every screen. Apart from this part and the next three, each part is a file of `e2e/soak`. */
const PICTURES = 'pictures';

/** The part that runs the browser tests that `npm test` leaves out. */
const BROWSER_TESTS = 'browser-tests';

/** The part that runs the unit tests that take long, and some others that do more if ATRIUM_SOAK is set. */
const UNIT_TESTS = 'unit-tests';
const SOAK_TEST = /\.soak\.test\.tsx?$/;
const EXTENDED = [
  'local-supabase/test/workspace-notes.test.ts',
  ...['boards', 'files', 'notes', 'requests'].map((table) => `supabase/test/policies/${table}.test.ts`),
];

/** The part that runs the tests of the database on a PostgreSQL server. */
const POSTGRES = 'postgres';

async function runOnPostgres(): Promise<StepResult> {
  // If it is missing, this says how to install it.
  await postgresPrograms();
  return unitTests(await postgresTests(), { ATRIUM_SOAK: 'yes', [ON_POSTGRES]: 'yes' });
}

async function runUnitTests(): Promise<StepResult> {
  const files = (await repositoryFiles()).filter((file) => SOAK_TEST.test(file));
  return unitTests([...files, ...EXTENDED], { ATRIUM_SOAK: 'yes' });
}

/** Takes every picture and deletes it again. That proves that each can be taken; `npm run screens` compares them. */
async function takePictures(): Promise<StepResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-soak-pictures-'));
  Object.assign(process.env, orderEnvironment({ folder, only: [] }));
  try {
    return await browserTests('e2e/pictures.config.ts', 'take-pictures');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const specs = (await readdir(path.join(ROOT, 'e2e/soak'))).filter((file) => file.endsWith(SPEC)).map((file) => file.slice(0, -SPEC.length));
const PARTS = [...specs, BROWSER_TESTS, UNIT_TESTS, POSTGRES, PICTURES];
const chosen = process.argv.length > 2 ? process.argv.slice(2) : PARTS;
const unknown = chosen.find((part) => !PARTS.includes(part));

if (unknown === undefined) {
  const files = specs.filter((spec) => chosen.includes(spec)).map((spec) => `soak/${spec}${SPEC}`);
  const steps: Step[] = [];
  if (files.length > 0) steps.push({ name: 'soak tests', run: () => browserTests('e2e/soak.config.ts', ...files) });
  if (chosen.includes(BROWSER_TESTS)) steps.push({ name: BROWSER_TESTS, run: () => browserTests('e2e/tagged.config.ts') });
  if (chosen.includes(UNIT_TESTS)) steps.push({ name: UNIT_TESTS, run: runUnitTests });
  if (chosen.includes(POSTGRES)) steps.push({ name: POSTGRES, run: runOnPostgres });
  if (chosen.includes(PICTURES)) steps.push({ name: PICTURES, run: takePictures });
  await runSteps(...steps.map((step) => [step]));
} else {
  console.error(`The soak has no part "${unknown}". Its parts are ${PARTS.join(', ')}. Without arguments, \`npm run soak\` runs all of them.`);
  process.exitCode = 2;
}
