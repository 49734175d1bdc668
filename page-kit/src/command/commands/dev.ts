import { existsSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../../errors.ts';
import { requireSharedMajors } from '../build/installed-versions.ts';
import type { Command, CommandContext } from '../framework/definition.ts';
import { folderOf, folderOption } from '../inputs/remote.ts';
import { publicSite, publicSiteOption } from '../inputs/store.ts';

/** `atrium dev` */
export const devCommand: Command = {
  name: 'dev',
  summary: 'runs the page module in this folder inside the whole site, and shows each edit immediately',
  operands: [],
  options: [
    { ...folderOption, help: 'folder of the page module (default: the current folder)' },
    publicSiteOption,
    { name: 'port', value: 'N', help: 'port on this machine (default: the first free one from 3001)' },
  ],
  notes: [
    'Only this machine sees the module from your sources. Everything else is the site: the other modules, the sign-in and the data.',
    'Edited components keep their state if the site’s server allows development (ALLOW_DEVELOPMENT=true).',
    'Press Ctrl-C to stop.',
  ],
  run: async (context) => {
    const { call, output } = context;
    const site = publicSite(context);
    const port = call.number('port', { least: 1, most: 65_535 });
    const root = moduleFolder(context);
    requireSharedMajors(root);
    // webpack takes longer to load than all other commands take.
    const { developModule } = await import('../../dev-server/develop-module.ts');
    // Before the first build: without a handler, a signal ends the process without removing the build's folder.
    const stopped = interrupted();
    const running = await developModule({ root, site, port, output });
    if (!call.has('json')) output.print(running.text.join('\n'));
    await stopped;
    await running.close();
    return { json: { url: running.url, site }, text: ['Stopped.'] };
  },
};

function moduleFolder(context: CommandContext): string {
  const folder = folderOf(context);
  if (existsSync(path.join(folder, 'src/manifest.ts')) && existsSync(path.join(folder, 'src/module.ts'))) return folder;
  throw new CommandError(
    'no-module',
    `No page module found in ${folder}: src/manifest.ts or src/module.ts is missing. Change to the module's folder, or pass it with --dir.`,
  );
}

/** Resolves at Ctrl-C, or when another process or the end of the terminal's session ends this process. A second signal ends it at once. */
function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}
