import type { FileList } from '@atrium/releases/files';
import { releaseBase } from '@atrium/releases/live-site';
import type { Compiler } from 'webpack';
import { filesOfChunks } from '../webpack/files-of-chunks.ts';
import { shellDevelopmentConfig, type ShellOptions } from '../webpack/shell-config.ts';
import { developmentId, NOTHING_AHEAD, type DevelopedPart } from './developed-part.ts';

/** Develops the shell itself. */
export function developShell(options: ShellOptions): DevelopedPart {
  const release = developmentId();
  const base = releaseBase('shell', release);
  const configuration = shellDevelopmentConfig({ ...options, development: { release, refresh: true } });
  let initial: FileList = NOTHING_AHEAD;
  const files = {
    apply(compiler: Compiler): void {
      compiler.hooks.afterEmit.tap('developShell', ({ entrypoints }) => {
        initial = filesOfChunks([...entrypoints.values()].flatMap(({ chunks }) => chunks));
      });
    },
  };
  return {
    configuration: { ...configuration, plugins: [...(configuration.plugins ?? []), files] },
    base,
    release: () => ({ shell: { name: 'shell', release, base, scripts: {}, styles: {}, initial } }),
  };
}
