import { existsSync } from 'node:fs';
import path from 'node:path';
import { folderOption } from '../given/build-place.ts';
import { openSiteOf, openSiteOption } from '../given/site-origin.ts';
import type { Command, CommandContext } from '../line/command-definition.ts';
import { CommandError } from '../report/command-error.ts';

/** `atrium dev` */
export const devCommand: Command = {
  name: 'dev',
  summary: 'runs the page module in this folder inside the whole site, and shows each edit at once',
  operands: [],
  options: [
    { ...folderOption, help: 'folder of the page module (the current folder)' },
    openSiteOption,
    { name: 'port', value: 'N', help: 'port on this machine (the first free one from 3001 on)' },
  ],
  notes: [
    'The module is there for this machine only, live or not; all others, the sign-in and the data are the site’s.',
    'An edited component keeps its state if the site allows development (ALLOW_DEVELOPMENT=true at its server).',
    'Ctrl-C stops it.',
  ],
  run: async (context) => {
    const { call, output } = context;
    const site = openSiteOf(context);
    const wanted = call.number('port', { least: 1, most: 65_535 });
    const root = moduleFolder(context);
    // webpack takes longer to arrive than all the other commands take.
    const { developModule } = await import('../../dev-server/develop-module.ts');
    const running = await developModule({ root, site, wanted, output });
    // Before it is said that Ctrl-C works: until somebody listens, it would end the process at once.
    const stopped = interrupted();
    if (!call.has('json')) output.print(running.text.join('\n'));
    await stopped;
    await running.close();
    return { json: { url: running.url, site }, text: ['Stopped.'] };
  },
};

function moduleFolder({ call, cwd }: CommandContext): string {
  const folder = path.resolve(cwd, call.text('dir') ?? '.');
  if (existsSync(path.join(folder, 'src/manifest.ts')) && existsSync(path.join(folder, 'src/module.ts'))) return folder;
  throw new CommandError(
    'no-module',
    `There is no page module in ${folder}: src/manifest.ts or src/module.ts is missing. Change to the module's folder, or name it with --dir.`,
  );
}

/** Resolves at Ctrl-C, or when whoever started this ends it. */
function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
