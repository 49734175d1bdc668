import { isDeepStrictEqual } from 'node:util';
import { manifestClashes, type LiveModule } from '@atrium/releases/gate';
import { extensionStates, type ExtensionState, type ModuleManifest } from '@atrium/releases/model';
import type { Compiler } from 'webpack';
import { SiteProxyError } from '../errors.ts';
import { fetchContributions, fetchListing } from '../site-proxy/site-client.ts';
import type { CurrentModuleManifest } from './current-module-manifest.ts';

/**
 * Compares the manifest of the module with those of the site's live modules, when it has changed. What another module has is an
 * error of the build: the site would show the other page, and the gate would refuse the release.
 */
export class LiveSiteCheck {
  readonly #site: string;
  readonly #manifest: CurrentModuleManifest;
  readonly #print: (text: string) => void;
  #checked: ModuleManifest | null = null;
  #clashes: readonly string[] = [];
  /** The last checked manifest without a clash. */
  #accepted: ModuleManifest | null = null;

  /** @param print prints what needs no fix */
  constructor(site: string, manifest: CurrentModuleManifest, print: (text: string) => void) {
    this.#site = site;
    this.#manifest = manifest;
    this.#print = print;
  }

  /**
   * Returns the manifest for tabs. If this one is known to clash, that is the last one without a clash: a changed path would take the page off
   * the screen, with what the developer typed.
   */
  withoutClash(manifest: ModuleManifest): ModuleManifest {
    const clashes = this.#clashes.length > 0 && isDeepStrictEqual(manifest, this.#checked);
    return clashes ? (this.#accepted ?? manifest) : manifest;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.make.tapPromise('LiveSiteCheck', async (compilation) => {
      // Plugins also apply to the compilers that loaders start.
      if (compilation.compiler !== compiler) return;
      const { current } = this.#manifest;
      if (!isDeepStrictEqual(current, this.#checked)) await this.#check(current);
      for (const clash of this.#clashes) compilation.errors.push(new compiler.webpack.WebpackError(`src/manifest.ts\nThis module could not go live: ${clash}.`));
    });
  }

  async #check(manifest: ModuleManifest): Promise<void> {
    try {
      const live = await fetchLiveModules(this.#site);
      this.#clashes = manifestClashes(manifest, live).map(({ message }) => message);
      this.#checked = manifest;
      if (this.#clashes.length === 0) this.#accepted = manifest;
      const others = live.map((module) => module.manifest).filter(({ name }) => name !== manifest.name);
      for (const extension of extensionStates([...others, manifest])) {
        if (extension.module === manifest.name && extension.state !== 'shown') this.#print(waitingText(extension));
      }
    } catch (error) {
      // The next request of a tab reports it.
      if (!(error instanceof SiteProxyError)) throw error;
      // The known clashes are those of another manifest.
      this.#clashes = [];
      this.#checked = null;
    }
  }
}

async function fetchLiveModules(site: string): Promise<LiveModule[]> {
  const [{ pages }, { modules }] = await Promise.all([fetchListing(site), fetchContributions(site)]);
  const contributions = new Map(modules.map((module) => [module.name, module.contributions]));
  return pages.map(({ release, manifest }) => ({ release, manifest: { ...manifest, ...contributions.get(manifest.name) } }));
}

function waitingText({ extension, slot, slotVersion, offered }: ExtensionState): string {
  const reason = offered === null ? `the site has no slot ${slot}` : `it was written for ${slotVersion} of the slot ${slot}, and the site has ${offered}`;
  return `The extension ${extension} does not appear: ${reason}. Correct src/manifest.ts, or wait until the slot’s owner has released it.`;
}
