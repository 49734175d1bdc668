import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runTool } from '../repository/run-tool.ts';
import { acceptPictures, compareFolders, type ComparedPicture } from '../screens/compare-folders.ts';
import { comparisonPage } from '../screens/comparison-page.ts';
import { orderEnvironment, screenOf } from '../screens/pictures.ts';
import { readScreensArguments, ScreensArgumentError } from '../screens/screens-arguments.ts';
import { ROOT } from '../repository/repository.ts';

const BELOW = path.join(ROOT, '.atrium/screens');
const FOLDERS = { accepted: path.join(BELOW, 'accepted'), now: path.join(BELOW, 'now'), differences: path.join(BELOW, 'differences') };
const PAGE = path.join(BELOW, 'index.html');

/** Starts the site and takes the pictures that a file of e2e/pictures takes. */
function take(file: string, folder: string, only: readonly string[]): Promise<boolean> {
  return runTool('@playwright/test/cli.js', ['test', '--config', 'e2e/pictures.config.ts', file], { environment: orderEnvironment({ folder, only }) });
}

async function compare(only: readonly string[]): Promise<readonly ComparedPicture[]> {
  const compared = await compareFolders(FOLDERS, (file) => only.length === 0 || only.includes(screenOf(file)));
  await writeFile(PAGE, comparisonPage(compared));
  return compared;
}

async function run(): Promise<void> {
  const { accept, tour, only } = readScreensArguments(process.argv.slice(2));
  if (tour) {
    if (!(await take('take-tour', path.join(ROOT, 'docs/screens'), []))) process.exitCode = 1;
    return;
  }
  if (accept) {
    const compared = await compare(only);
    await acceptPictures(FOLDERS, compared);
    console.log(`Accepted: ${String(compared.filter(({ kind }) => kind !== 'same').length)} of ${String(compared.length)} pictures were new, changed or gone.`);
    return;
  }
  if (only.length === 0) await rm(FOLDERS.now, { recursive: true, force: true });
  const isComplete = await take('take-pictures', FOLDERS.now, only);
  const compared = await compare(only);
  const count = (kind: ComparedPicture['kind']) => compared.filter((picture) => picture.kind === kind).length;
  console.log(`${String(count('changed'))} changed, ${String(count('new'))} new, ${String(count('gone'))} gone, ${String(count('same'))} same: ${path.relative(process.cwd(), PAGE)}`);
  if (compared.some(({ kind }) => kind !== 'same')) console.log('Look at them there. If all is well: npm run screens -- --accept');
  if (!isComplete || compared.some(({ kind }) => kind !== 'same')) process.exitCode = 1;
}

try {
  await run();
} catch (error) {
  if (!(error instanceof ScreensArgumentError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
