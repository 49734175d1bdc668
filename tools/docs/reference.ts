import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Application, LogLevel } from 'typedoc';
import { PAGE_KIT, readPageKit } from '../packages/published-packages.ts';
import { ROOT } from '../repository/repository.ts';
import { GENERATED } from './documents.ts';

/** Typedoc failed. It has printed its errors. */
class ReferenceFailedError extends Error {
  override readonly name = 'ReferenceFailedError';
}

/** Writes a page below `docs/reference` for each module that teams import, from its docstrings. @throws ReferenceFailedError */
export async function writeReference(): Promise<void> {
  await describe(path.join(ROOT, GENERATED));
}

/** Compares the stored pages with the docstrings. @returns a line if they differ @throws ReferenceFailedError */
export async function checkReference(): Promise<readonly string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-reference-'));
  try {
    await describe(folder);
    const [current, stored] = await Promise.all([readPages(folder), readPages(path.join(ROOT, GENERATED))]);
    const changed = [...new Set([...current.keys(), ...stored.keys()])].filter((name) => current.get(name) !== stored.get(name));
    return changed.length === 0 ? [] : [`${GENERATED} is out of date (${changed.sort().join(', ')}). Run npm run reference.`];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function describe(folder: string): Promise<void> {
  const { entries } = await readPageKit();
  const sources = path.join(PAGE_KIT.folder, 'src');
  const subpaths = new Map(entries.map(({ subpath, source }) => [source.replace(/^\.\/src\//, '').replace(/\.tsx?$/, ''), subpath.slice('./'.length)]));
  const app = await Application.bootstrapWithPlugins({
    entryPoints: entries.map(({ source }) => path.join(PAGE_KIT.folder, source)),
    tsconfig: path.join(PAGE_KIT.folder, 'tsconfig.reference.json'),
    basePath: sources,
    displayBasePath: sources,
    plugin: ['typedoc-plugin-markdown'],
    name: '@atrium/page-kit',
    readme: 'none',
    disableSources: true,
    githubPages: false,
    skipErrorChecking: true,
    excludeExternals: true,
    sort: ['alphabetical'],
    logLevel: LogLevel.Error,
    outputs: [{ name: 'markdown', path: folder }],
    ...MARKDOWN_OPTIONS,
  });
  const project = await app.convert();
  if (!project) throw new ReferenceFailedError('Typedoc could not read page-kit. Its errors are printed above.');
  for (const module of project.children ?? []) module.name = subpaths.get(module.name) ?? module.name;
  await app.generateOutputs(project);
  if (app.logger.hasErrors()) throw new ReferenceFailedError('Typedoc could not write the reference of page-kit. Its errors are printed above.');
}

/** Options of typedoc-plugin-markdown: one page for each module, without headers that GitHub shows anyway. */
const MARKDOWN_OPTIONS = {
  router: 'module',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  expandObjects: true,
  useCodeBlocks: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
};

async function readPages(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) => name.endsWith('.md'));
  return new Map(await Promise.all(names.map(async (name) => [name.replaceAll(path.sep, '/'), await readFile(path.join(folder, name), 'utf8')] as const)));
}
