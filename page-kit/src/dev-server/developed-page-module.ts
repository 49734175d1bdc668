import path from 'node:path';
import type { ModuleManifest } from '@atrium/releases/module-manifest';
import type { WebpackPluginInstance } from 'webpack';
import { ModuleManifestFileError } from '../webpack/module-manifest-file.ts';
import { pageModuleConfig } from '../webpack/remote-config.ts';
import { RouteImportsError } from '../webpack/route-imports.ts';
import { AssetSums } from './asset-sums.ts';
import { CurrentModuleManifest, InvalidModuleManifestError } from './current-module-manifest.ts';
import { developedContainer, developmentId, NOTHING_AHEAD, type DevelopedPart, type PartOptions } from './developed-part.ts';
import { DevelopmentError } from './development-error.ts';

/**
 * Develops the page module in a folder. Its routes and menu entries are those of the last build, so a new one is there
 * once the page is loaded anew.
 *
 * @throws DevelopmentError when the module cannot be read as it is
 */
export function developPageModule({ root, refresh }: PartOptions): DevelopedPart & { readonly manifest: () => ModuleManifest } {
  const release = developmentId();
  const { configuration, manifest } = readable(() => ({
    configuration: pageModuleConfig({ root, development: { release, refresh } }),
    manifest: new CurrentModuleManifest(path.join(root, 'src/manifest.ts'), path.join(root, 'src/module.ts')),
  }));
  const { name } = manifest.current;
  const sums = new AssetSums();
  // A shell for visitors runs nothing without knowing its hash.
  const plugins: WebpackPluginInstance[] = refresh ? [manifest] : [manifest, sums];
  const container = developedContainer(name, release, './module');
  return {
    configuration: { ...configuration, plugins: [...(configuration.plugins ?? []), ...plugins] },
    base: container.base,
    manifest: () => manifest.current,
    release() {
      const routes = Object.fromEntries(Object.keys(manifest.current.routes).map((route) => [route, NOTHING_AHEAD]));
      return { pages: [{ ...container, ...sums.current, routes, manifest: manifest.current }] };
    },
  };
}

/** What is wrong with the module as it is, in words for whoever writes it. */
function readable<Value>(begin: () => Value): Value {
  try {
    return begin();
  } catch (cause) {
    const known = [ModuleManifestFileError, RouteImportsError, InvalidModuleManifestError].some((type) => cause instanceof type);
    if (known && cause instanceof Error) throw new DevelopmentError('bad-module', cause.message, { cause });
    throw cause;
  }
}
