import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../repository/repository.ts';
import { runTool } from '../repository/run-tool.ts';
import { acceptPictures, compareFolders, type ComparedPicture } from '../screens/compare-pictures.ts';
import { comparisonPage } from '../screens/comparison-page.ts';
import { orderEnvironment, screenOf } from '../screens/pictures.ts';

const BELOW = path.join(ROOT, '.atrium/screens');
const FOLDERS = { accepted: path.join(BELOW, 'accepted'), now: path.join(BELOW, 'now'), differences: path.join(BELOW, 'differences') };
const PAGE = path.join(BELOW, 'index.html');

/** `npm run screens` was called with an unknown argument. */
class ScreensArgumentError extends Error {
  override readonly name = 'ScreensArgumentError';
}

/** The arguments of `npm run screens`. */
interface ScreensArguments {
  readonly accept: boolean;
  readonly tour: boolean;
  readonly start: boolean;
  /** Names of the screens; empty for all. */
  readonly only: readonly string[];
}

try {
  await run(readArguments(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof ScreensArgumentError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

/** @throws ScreensArgumentError for an unknown argument */
function readArguments(args: readonly string[]): ScreensArguments {
  try {
    return parseArgs({
      args: [...args],
      options: {
        accept: { type: 'boolean', default: false },
        tour: { type: 'boolean', default: false },
        start: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
      },
    }).values;
  } catch (cause) {
    throw new ScreensArgumentError(
      'npm run screens accepts --only NAME (one screen; can be repeated), --accept (accept the latest pictures), --tour (take the pictures of the README) and --start (take the pictures of the start page). Write them after `--`.',
      { cause },
    );
  }
}

async function run({ accept, tour, start, only }: ScreensArguments): Promise<void> {
  if (tour || start) {
    const isTaken = tour ? await take('take-tour', path.join(ROOT, 'docs/screens'), []) : await take('take-start', path.join(ROOT, 'shell/src/home/pictures'), []);
    if (!isTaken) process.exitCode = 1;
    return;
  }
  if (accept) {
    const compared = await compare(only);
    await acceptPictures(FOLDERS, compared);
    console.log(`Accepted. ${String(compared.filter(({ kind }) => kind !== 'same').length)} of ${String(compared.length)} pictures were new, changed or gone.`);
    return;
  }
  if (only.length === 0) await rm(FOLDERS.now, { recursive: true, force: true });
  const isComplete = await take('take-pictures', FOLDERS.now, only);
  const compared = await compare(only);
  const count = (kind: ComparedPicture['kind']) => compared.filter((picture) => picture.kind === kind).length;
  console.log(`${String(count('changed'))} changed, ${String(count('new'))} new, ${String(count('gone'))} gone, ${String(count('same'))} same: ${path.relative(process.cwd(), PAGE)}`);
  const isSame = compared.every(({ kind }) => kind === 'same');
  if (!isSame) console.log('Open this page to see them. To accept them, run npm run screens -- --accept.');
  if (!isComplete || !isSame) process.exitCode = 1;
}

/** Starts the site and takes the pictures of a file of e2e/pictures. @returns whether all could be taken */
function take(file: string, folder: string, only: readonly string[]): Promise<boolean> {
  return runTool('@playwright/test/cli.js', ['test', '--config', 'e2e/pictures.config.ts', file], { environment: orderEnvironment({ folder, only }) });
}

async function compare(only: readonly string[]): Promise<readonly ComparedPicture[]> {
  const compared = await compareFolders(FOLDERS, (file) => only.length === 0 || only.includes(screenOf(file)));
  await writeFile(PAGE, comparisonPage(compared));
  return compared;
}
