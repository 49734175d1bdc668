import { existsSync } from 'node:fs';

/** A program that the soak needs is not installed; `message` names the Debian package. */
class ProgramNotFoundError extends Error {
  override readonly name = 'ProgramNotFoundError';
}

interface Program {
  /** What a person calls the program. */
  readonly title: string;
  /** The Debian package that contains it. */
  readonly debianPackage: string;
  /** The environment variable that overrides where it is. */
  readonly variable: string;
  readonly usualPlaces: readonly string[];
}

const FIREFOX: Program = {
  title: 'Firefox',
  debianPackage: 'firefox-esr',
  variable: 'FIREFOX_PATH',
  usualPlaces: [
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  ],
};

const WEBKIT_DRIVER: Program = {
  title: 'WebKitWebDriver',
  debianPackage: 'webkit2gtk-driver',
  variable: 'WEBKIT_DRIVER_PATH',
  usualPlaces: ['/usr/bin/WebKitWebDriver'],
};

const VIRTUAL_DISPLAY: Program = { title: 'Xvfb', debianPackage: 'xvfb', variable: 'XVFB_PATH', usualPlaces: ['/usr/bin/Xvfb'] };

/** @throws {ProgramNotFoundError} when Firefox is not installed */
export function findFirefox(): string {
  return find(FIREFOX);
}

/** @throws {ProgramNotFoundError} when WebKitGTK's WebDriver server is not installed */
export function findWebKitDriver(): string {
  return find(WEBKIT_DRIVER);
}

/** @throws {ProgramNotFoundError} when Xvfb, the display that WebKitGTK draws on, is not installed */
export function findVirtualDisplay(): string {
  return find(VIRTUAL_DISPLAY);
}

function find({ title, debianPackage, variable, usualPlaces }: Program): string {
  const chosen = process.env[variable]?.trim() ?? '';
  if (chosen !== '') {
    if (existsSync(chosen)) return chosen;
    throw new ProgramNotFoundError(`${variable} is ${chosen}, but that file does not exist. Correct it or unset it.`);
  }
  const found = usualPlaces.find((place) => existsSync(place));
  if (found !== undefined) return found;
  throw new ProgramNotFoundError(`${title} is not installed. On Debian, run \`apt-get install ${debianPackage}\`, or set ${variable}.`);
}
