import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { ChromiumNotFoundError } from './chromium-not-found.ts';

/** A browser, and the arguments to start it with. */
export interface FoundChromium {
  readonly executablePath: string;
  readonly args: readonly string[];
}

/** Where systems install Chromium and its close relatives. Debian's headless build comes first: it needs half the time for a page. */
const USUAL_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** The browser speaks to nobody but the site under test. */
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

/**
 * Finds the Chromium that tests and benchmarks run in: the one that `CHROMIUM_PATH` names, else the system's, else
 * the one that Playwright installed.
 * @throws {ChromiumNotFoundError} when there is none, or `CHROMIUM_PATH` names a file that is not there.
 */
export function findChromium(): FoundChromium {
  // Chromium refuses to run its sandbox as root, which is who runs in most containers.
  const args = process.getuid?.() === 0 ? [...QUIET, '--no-sandbox'] : QUIET;
  return { executablePath: findExecutable(process.env['CHROMIUM_PATH']?.trim() ?? ''), args };
}

function findExecutable(named: string): string {
  if (named !== '') {
    if (existsSync(named)) return named;
    throw new ChromiumNotFoundError(`CHROMIUM_PATH names ${named}, which is not there. Correct it, or remove it.`);
  }
  const found = [...USUAL_PLACES, chromium.executablePath()].find((place) => existsSync(place));
  if (found !== undefined) return found;
  throw new ChromiumNotFoundError(
    'No Chromium was found. Install one (Debian: apt-get install chromium-headless-shell; elsewhere: npx playwright install chromium), or set CHROMIUM_PATH.',
  );
}
