import { createHash } from 'node:crypto';
import type { ReleaseManifest } from '@atrium/releases/model';
import { JSDOM, ResourceLoader, VirtualConsole, type DOMWindow, type FetchOptions } from 'jsdom';
import { fillBrowserGaps } from '../jsdom/missing-features.ts';
import { messageOf, type ProblemList } from './problem-list.ts';

/** The origin of the tested site; no request leaves the process. */
export const ORIGIN = 'https://smoke-test.invalid';

/** What identifies a release, and its files. */
export type TestedRelease = Pick<ReleaseManifest, 'name' | 'release' | 'files'>;

/** A jsdom tab that can load only the files of one release. */
export class SmokeTestTab {
  readonly window: DOMWindow;
  readonly #base: string;

  constructor(manifest: TestedRelease, files: ReadonlyMap<string, Uint8Array>, problems: ProblemList) {
    this.#base = `${ORIGIN}/releases/${manifest.name}/${manifest.release}/`;
    const release = new ReleaseFiles(this.#base, manifest, files, problems);
    this.window = new JSDOM('<!doctype html><html lang="en"><head></head><body><div id="root"></div></body></html>', {
      url: `${ORIGIN}/`,
      runScripts: 'dangerously',
      pretendToBeVisual: true,
      resources: release,
      virtualConsole: consoleInto(problems),
    }).window;
    fillBrowserGaps(this.window);
    Object.assign(this.window, { atriumIntegrity: (address: string) => release.integrityOf(address) });
  }

  /** The URL of a file of the release. */
  addressOf(path: string): string {
    return this.#base + path;
  }

  /** Runs a script of the release, as the shell does it. Resolves when it has run, even if it threw: that goes into the problem list. */
  runScript(path: string): Promise<void> {
    const { document } = this.window;
    const script = document.createElement('script');
    return new Promise((resolve, reject) => {
      script.onload = () => resolve();
      script.onerror = () => reject(new Error(`The script ${path} could not be loaded.`));
      script.src = this.addressOf(path);
      document.head.append(script);
    });
  }
}

/** Errors that a script throws, and navigations, which jsdom does not implement, reach only the console. The loader reports missing files. */
function consoleInto(problems: ProblemList): VirtualConsole {
  const output = new VirtualConsole();
  output.on('jsdomError', (error: Error & { type?: string; detail?: unknown }) => {
    if (error.type === 'unhandled exception') problems.fail(`It throws when it is loaded: ${messageOf(error.detail)}`);
    if (error.message.startsWith('Not implemented: navigation')) problems.fail('It leaves the page while it is loaded: navigate only after an action of the user.');
  });
  return output;
}

class ReleaseFiles extends ResourceLoader {
  readonly #base: string;
  readonly #manifest: TestedRelease;
  readonly #files: ReadonlyMap<string, Uint8Array>;
  readonly #problems: ProblemList;

  constructor(base: string, manifest: TestedRelease, files: ReadonlyMap<string, Uint8Array>, problems: ProblemList) {
    super();
    this.#base = base;
    this.#manifest = manifest;
    this.#files = files;
    this.#problems = problems;
  }

  /** The integrity of a chunk, as the shell provides it. @throws Error for a file outside the release. */
  integrityOf(address: string): string {
    const path = this.#pathOf(address);
    const file = Object.hasOwn(this.#manifest.files, path) ? this.#manifest.files[path] : undefined;
    if (file !== undefined) return file.integrity;
    const problem = `It loads ${path}, which is not a file of the release.`;
    this.#problems.fail(problem);
    throw new Error(problem);
  }

  override fetch(address: string, _options: FetchOptions) {
    const reading = this.#read(address);
    return Object.assign(reading, { abort: () => undefined });
  }

  async #read(address: string): Promise<Buffer> {
    const path = this.#pathOf(address);
    const integrity = this.integrityOf(address);
    const content = this.#files.get(path);
    const sum = content && `sha384-${createHash('sha384').update(content).digest('base64')}`;
    if (content === undefined || sum !== integrity) {
      this.#problems.fail(`The file ${path} differs from the release manifest.`);
      throw new Error(`${path} is damaged`);
    }
    await Promise.resolve();
    // Style sheets must exist, but jsdom parses CSS differently from browsers, so it gets none.
    return path.endsWith('.css') ? Buffer.alloc(0) : Buffer.from(content);
  }

  #pathOf(address: string): string {
    const url = new URL(address, ORIGIN);
    // A second attempt changes the query only.
    url.search = '';
    return url.href.startsWith(this.#base) ? url.href.slice(this.#base.length) : url.href;
  }
}
