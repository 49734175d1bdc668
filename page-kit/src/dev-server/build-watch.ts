import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import webpack, { type Configuration, type MultiCompiler, type MultiStats } from 'webpack';
import type { BuildError, BuildMessage } from './client/build-message.ts';
import type { DevelopedPart } from './developed-parts.ts';
import { DevelopmentClientPlugin } from './development-plugins.ts';

/** How to build the developed parts. */
interface BuildWatchOptions {
  readonly parts: readonly DevelopedPart[];
  /** Whether running components are replaced; otherwise each change reloads the page. */
  readonly refresh: boolean;
  /** Prints the errors of a build, and that the errors are fixed. */
  readonly print: (text: string) => void;
}

/** Builds the developed parts whenever their sources change, into a temporary folder. */
export class BuildWatch {
  /** What happened last. */
  #last: BuildMessage = { type: 'building' };
  readonly #listeners = new Set<(message: BuildMessage) => void>();
  readonly #parts: readonly { readonly base: string; readonly folder: string }[];
  readonly #output: string;
  readonly #compiler: MultiCompiler;
  readonly #print: (text: string) => void;
  #hasFailed = false;

  private constructor(output: string, { parts, refresh, print }: BuildWatchOptions) {
    this.#output = output;
    this.#print = print;
    this.#parts = parts.map(({ base }, index) => ({ base, folder: path.join(output, String(index)) }));
    const compiler = webpack(parts.map(({ configuration }, index) => developed(configuration, { folder: path.join(output, String(index)), refresh })));
    if (compiler === null) throw new Error('webpack returned no compiler.');
    this.#compiler = compiler;
    compiler.hooks.invalid.tap('BuildWatch', () => {
      // Each changed file invalidates the build.
      if (this.#last.type !== 'building') this.#tell({ type: 'building' });
    });
    compiler.hooks.done.tap('BuildWatch', (stats) => this.#built(stats));
  }

  /** Creates the folder of the output. */
  static async create(options: BuildWatchOptions): Promise<BuildWatch> {
    return new BuildWatch(await mkdtemp(path.join(tmpdir(), 'atrium-development-')), options);
  }

  /** Starts to build and to watch. Resolves after the first build. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#compiler.watch({}, (error) => {
        // Errors of the sources are part of the stats. This one is of webpack itself, and can follow any build.
        if (error === null) return resolve();
        this.#print(error.stack ?? error.message);
        // Nothing else would end this build, and requests wait for its end.
        this.#tell({ type: 'failed', errors: [readable({ message: error.message })] });
        reject(error);
      });
    });
  }

  get last(): BuildMessage {
    return this.#last;
  }

  /** Calls the listener when a build begins and ends. */
  subscribe(listener: (message: BuildMessage) => void): void {
    this.#listeners.add(listener);
  }

  /** Resolves when no build is running. */
  async idle(): Promise<void> {
    if (this.#last.type !== 'building') return;
    await new Promise<void>((resolve) => {
      const listener = ({ type }: BuildMessage) => {
        if (type === 'building') return;
        this.#listeners.delete(listener);
        resolve();
      };
      this.#listeners.add(listener);
    });
  }

  /** The path of a built file on this machine; null for paths outside the developed parts. */
  fileAt(pathname: string): string | null {
    const part = this.#parts.find(({ base }) => pathname.startsWith(base));
    if (!part) return null;
    const file = path.join(part.folder, pathname.slice(part.base.length));
    return file.startsWith(part.folder + path.sep) ? file : null;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#compiler.close(() => resolve());
    });
    await rm(this.#output, { recursive: true, force: true });
  }

  #built(stats: MultiStats): void {
    const { errors = [] } = stats.toJson({ all: false, errors: true });
    if (errors.length > 0) this.#print(errors.map(({ moduleName, loc, message }) => [moduleName, loc, message].filter(Boolean).join(' ')).join('\n\n'));
    else if (this.#hasFailed) this.#print('Built again without errors.');
    this.#hasFailed = errors.length > 0;
    this.#tell(errors.length > 0 ? { type: 'failed', errors: errors.map(readable) } : { type: 'built', hash: stats.hash });
  }

  #tell(message: BuildMessage): void {
    this.#last = message;
    for (const listener of this.#listeners) listener(message);
  }
}

/** webpack prints nothing: {@link BuildWatch} does. */
function developed(configuration: Configuration, { folder, refresh }: { readonly folder: string; readonly refresh: boolean }): Configuration {
  return {
    ...configuration,
    output: { ...configuration.output, path: folder },
    plugins: [...(configuration.plugins ?? []), new DevelopmentClientPlugin(refresh)],
    stats: 'none',
    infrastructureLogging: { level: 'error' },
  };
}

/** An error of webpack as the overlay shows it. A readable error begins with its place. */
function readable({ moduleName = '', loc = '', message }: { readonly moduleName?: string; readonly loc?: string; readonly message: string }): BuildError {
  const lines = message.split('\n');
  const place = moduleName !== '' ? `${moduleName} ${loc}`.trim() : /^\S+$/.test(lines[0] ?? '') ? (lines.shift() ?? null) : null;
  const [title = '', ...rest] = lines;
  return { title, place, frame: rest.join('\n').replace(/^\n+|\s+$/g, '') || null, components: [], stack: [] };
}
