import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { ChromiumNotFoundError } from '../../errors.ts';

/** A browser, and the arguments to start it with. */
export interface FoundChromium {
  readonly executablePath: string;
  readonly args: readonly string[];
}

/** Where operating systems install Chromium and its relatives. Debian's headless build comes first, because it opens pages twice as fast. */
const USUAL_PATHS = [
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

/** Keep the browser from contacting any server except the site under test. */
const NO_BACKGROUND_TRAFFIC = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

/**
 * Finds the Chromium for tests and benchmarks: the one in `CHROMIUM_PATH`, otherwise the system's, otherwise the one that
 * Playwright installed.
 *
 * @throws ChromiumNotFoundError if there is none, or the file in `CHROMIUM_PATH` does not exist
 */
export function findChromium(): FoundChromium {
  // Chromium refuses to run its sandbox as root, the user of most containers.
  const args = process.getuid?.() === 0 ? [...NO_BACKGROUND_TRAFFIC, '--no-sandbox'] : NO_BACKGROUND_TRAFFIC;
  return { executablePath: findExecutable(process.env['CHROMIUM_PATH']?.trim() ?? ''), args };
}

function findExecutable(selected: string): string {
  if (selected !== '') {
    if (existsSync(selected)) return selected;
    throw new ChromiumNotFoundError(`CHROMIUM_PATH is ${selected}, which does not exist. Correct or unset it.`);
  }
  const found = [...USUAL_PATHS, chromium.executablePath()].find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new ChromiumNotFoundError(
    'Chromium not found. Install it (Debian: apt-get install chromium-headless-shell; elsewhere: npx playwright install chromium), or set CHROMIUM_PATH.',
  );
}
