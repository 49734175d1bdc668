import { BUILD_DESCRIPTION_FILE, buildDescriptionSchema } from '@atrium/releases/model';
import * as v from 'valibot';
import type { Compilation, Compiler } from 'webpack';
import type { ModuleManifest } from '../contract/module-manifest.ts';
import { startModuleProcess } from '../module-process.ts';
import { prerenderAnswerSchema, type PrerenderJob } from './prerender-job.ts';

/** Folder of the prerendered pages in the output. */
const FOLDER = 'prerendered';

const descriptionSchema = v.pipe(v.string(), v.parseJson(), buildDescriptionSchema);

/** Renders the routes in the manifest's `prerender` in every language, and adds their HTML to the build and its description. */
export class PrerenderPlugin {
  readonly #root: string;
  readonly #manifest: ModuleManifest;

  /** @param root folder of the module's sources */
  constructor(root: string, manifest: ModuleManifest) {
    this.#root = root;
    this.#manifest = manifest;
  }

  apply(compiler: Compiler): void {
    const { Compilation } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('PrerenderPlugin', (compilation) => {
      // After the build description, which every file name must already be final for.
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT + 1;
      compilation.hooks.processAssets.tapPromise({ name: 'PrerenderPlugin', stage }, async () => {
        if (compilation.errors.length > 0) return;
        try {
          await this.#prerender(compilation);
        } catch (error) {
          compilation.errors.push(new compiler.webpack.WebpackError(error instanceof Error ? error.message : String(error)));
        }
      });
    });
  }

  async #prerender(compilation: Compilation): Promise<void> {
    const { RawSource } = compilation.compiler.webpack.sources;
    const files = new Map(compilation.getAssets().map(({ name, source }) => [name, Buffer.from(source.source())]));
    const description = v.parse(descriptionSchema, files.get(BUILD_DESCRIPTION_FILE)?.toString('utf8'));
    const { name, placeholder, global, entry, shared, languages = {} } = description;
    const routes = Object.fromEntries((this.#manifest.prerender ?? []).map((route) => [route, this.#manifest.routes[route] ?? '/']));
    const job = { name, release: placeholder, global, entry, shared: Object.keys(shared), routes, files, folder: this.#root };
    const prerendered: Record<string, Record<string, string>> = {};
    for (const language of ['en', ...Object.keys(languages)]) {
      for (const [route, html] of Object.entries(await prerenderPages({ ...job, language }))) {
        const file = `${FOLDER}/${route}.${language}.html`;
        compilation.emitAsset(file, new RawSource(html));
        (prerendered[route] ??= {})[language] = file;
      }
    }
    compilation.updateAsset(BUILD_DESCRIPTION_FILE, new RawSource(JSON.stringify({ ...description, prerendered }, null, 2)));
  }
}

const LAUNCHER = new URL('../../bin/prerender.mjs', import.meta.url);

/** Milliseconds for all pages in one language. Usually it takes two seconds, on a busy machine many times that. */
const TIME_LIMIT = 60_000;

/** The pages of a build cannot be rendered. The message says what to change. */
class PrerenderFailedError extends Error {
  override readonly name = 'PrerenderFailedError';
}

/**
 * Renders pages of a build in one language, in a process of its own: the shared components have one language per process.
 *
 * @returns the HTML by route key
 * @throws an Error whose message says what to change
 */
function prerenderPages(job: PrerenderJob): Promise<Record<string, string>> {
  const { child, errorOutput } = startModuleProcess(LAUNCHER);
  return new Promise<Record<string, string>>((resolve, reject) => {
    const fail = (problem: string) => reject(new PrerenderFailedError(`The pages of ${job.name} cannot be prerendered (${job.language}): ${problem}`));
    const timer = setTimeout(() => fail(`it took longer than ${TIME_LIMIT / 1000} s. Check for code that never finishes.`), TIME_LIMIT);
    child.once('error', (error) => fail(error.message));
    child.once('close', () => {
      clearTimeout(timer);
      fail(`the process ended: ${errorOutput().trim()}`);
    });
    child.once('message', (message) => {
      clearTimeout(timer);
      const { success, output } = v.safeParse(prerenderAnswerSchema, message);
      if (!success) fail('the process sent something other than its answer: the module must not send messages to it.');
      else if (output.ok) resolve(output.pages);
      else fail(output.problem);
    });
    child.send(job);
  }).finally(() => child.kill('SIGKILL'));
}
