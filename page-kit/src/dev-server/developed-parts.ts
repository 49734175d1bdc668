import { createHash, randomInt } from 'node:crypto';
import path from 'node:path';
import type { FileList, ModuleManifest } from '@atrium/releases/model';
import { divideManifest, type RemoteRelease } from '@atrium/releases/wire';
import { releaseBase } from '@atrium/releases/resolve';
import type { Compiler, Configuration, WebpackPluginInstance } from 'webpack';
import { DevelopmentError } from '../errors.ts';
import type { Replacement } from '../site-proxy/replacement.ts';
import { containerGlobal, entryFile, filesOfChunks } from '../webpack/build-description-plugin.ts';
import { ModuleSourceError } from '../webpack/module-sources.ts';
import { authRemoteConfig, pageModuleConfig } from '../webpack/remote-config.ts';
import { shellDevelopmentConfig, type ShellOptions } from '../webpack/shell-config.ts';
import { CurrentModuleManifest } from './current-module-manifest.ts';
import { LastGoodBuildPlugin, ReportingModulePlugin } from './development-plugins.ts';
import { LiveSiteCheck } from './live-site-check.ts';
import { OwnSlotsCheck } from './own-slots-check.ts';

/** A part of a site that a development server builds and serves instead of a release. */
export interface DevelopedPart {
  readonly configuration: Configuration;
  /** Folder of its files on the site. */
  readonly base: string;
  /** What the part currently replaces. */
  release(): Partial<Replacement>;
}

/** A remote to develop. */
interface RemoteSource {
  /** Its folder. */
  readonly root: string;
  /** Whether its components are replaced while they run: see DevelopmentBuild. */
  readonly refresh: boolean;
  /** A site of other teams, whose live modules the module must not clash with. */
  readonly liveSite?: { readonly origin: string; readonly print: (text: string) => void };
}

/** Characters of a release's id (RFC 4648 §6, in lower case). */
const ID_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** No files to preload: they change with every build, and they come from the same machine. */
const NO_FILES: FileList = { scripts: [], styles: [] };

/** Develops the shell. */
export function developShell(options: ShellOptions): DevelopedPart {
  const release = randomReleaseId();
  const base = releaseBase('shell', release);
  const configuration = shellDevelopmentConfig({ ...options, development: { release, refresh: true } });
  let initial = NO_FILES;
  const readInitialFiles = {
    apply(compiler: Compiler): void {
      compiler.hooks.afterEmit.tap('developShell', ({ entrypoints }) => {
        initial = filesOfChunks([...entrypoints.values()].flatMap(({ chunks }) => chunks));
      });
    },
  };
  return {
    configuration: withPlugins(configuration, readInitialFiles),
    base,
    release: () => ({ shell: { name: 'shell', release, base, scripts: {}, styles: {}, initial } }),
  };
}

/** Develops the auth remote in a folder, inside a development build of the shell. @param module the file that it exposes */
export function developAuthRemote({ root, module }: Pick<RemoteSource, 'root'> & { readonly module: string }): DevelopedPart {
  const release = randomReleaseId();
  const container = containerOf('auth', release, './auth');
  return {
    configuration: withPlugins(authRemoteConfig({ root, module, development: { release, refresh: true } })),
    base: container.base,
    release: () => ({ auth: container }),
  };
}

/**
 * Develops the page module in a folder. A new route or menu entry appears when the
 * page is reloaded.
 *
 * @throws DevelopmentError if the module's sources are invalid
 */
export function developPageModule({ root, refresh, liveSite }: RemoteSource): DevelopedPart & { readonly manifest: () => ModuleManifest } {
  const release = randomReleaseId();
  const { configuration, manifest } = withReadableErrors(() => ({
    configuration: pageModuleConfig({ root, development: { release, refresh } }),
    manifest: new CurrentModuleManifest(path.join(root, 'src')),
  }));
  const hashes = new AssetHashes();
  const check = liveSite && new LiveSiteCheck(liveSite.origin, manifest, liveSite.print);
  const shown = () => check?.withoutClash(manifest.current) ?? manifest.current;
  // The production build of the shell loads only files whose hash it knows.
  const plugins: WebpackPluginInstance[] = [
    manifest,
    new ReportingModulePlugin(path.join(root, 'src/module.ts')),
    new OwnSlotsCheck(manifest.current.name),
    ...(check ? [check] : []),
    ...(refresh ? [] : [hashes]),
  ];
  const container = containerOf(manifest.current.name, release, './module');
  return {
    configuration: withPlugins(configuration, ...plugins),
    base: container.base,
    manifest: shown,
    release() {
      const current = shown();
      const routes = Object.fromEntries(Object.keys(current.routes).map((route) => [route, NO_FILES]));
      const { listed, contributions } = divideManifest(current);
      return { pages: [{ ...container, ...hashes.current, routes, manifest: listed, contributions }] };
    },
  };
}

/** The configuration with more plugins, and with those that every developed part has. */
function withPlugins(configuration: Configuration, ...plugins: readonly WebpackPluginInstance[]): Configuration {
  return { ...configuration, plugins: [...(configuration.plugins ?? []), new LastGoodBuildPlugin(), ...plugins] };
}

function withReadableErrors<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof ModuleSourceError) throw new DevelopmentError('bad-module', cause.message, { cause });
    throw cause;
  }
}

/** An id that no other server uses, so that a tab never mixes the files of two servers. */
function randomReleaseId(): string {
  return Array.from({ length: 16 }, () => ID_CHARACTERS[randomInt(ID_CHARACTERS.length)]).join('');
}

function containerOf(name: string, release: string, exposed: string): RemoteRelease {
  return {
    name,
    release,
    base: releaseBase(name, release),
    scripts: {},
    styles: {},
    entry: entryFile(release),
    global: containerGlobal(name, release),
    exposes: { [exposed]: NO_FILES },
  };
}

/** Hashes by file name. */
interface Hashes {
  readonly scripts: Record<string, string>;
  readonly styles: Record<string, string>;
}

/** Computes the integrity of every script and style sheet of the last build (W3C SRI §3.1). */
class AssetHashes {
  current: Hashes = { scripts: {}, styles: {} };

  apply(compiler: Compiler): void {
    // webpack releases the contents after this hook.
    compiler.hooks.emit.tap('AssetHashes', (compilation) => {
      const hashes: Hashes = { scripts: {}, styles: {} };
      for (const { name, source } of compilation.getAssets()) {
        const list = name.endsWith('.js') ? hashes.scripts : name.endsWith('.css') ? hashes.styles : null;
        if (list) list[name] = `sha384-${createHash('sha384').update(source.buffer()).digest('base64')}`;
      }
      this.current = hashes;
    });
  }
}
