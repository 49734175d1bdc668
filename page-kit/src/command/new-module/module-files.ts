import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { remoteNameSchema, routePatternSchema } from '@atrium/releases/model';
import * as v from 'valibot';
import packageJson from '../../../package.json' with { type: 'json' };
import { CONTRACT_VERSION } from '../../contract/contract-version.ts';
import { UsageError } from '../../errors.ts';
import { declareSite, type ModulePages } from '../inputs/site-pages.ts';
import type { KitSource } from './kit-source.ts';

/** Folder of a new module for the tarball of page-kit, so that its pipeline has the file too. */
export const KIT_FOLDER_OF_MODULE = 'vendor';

/** What a new module begins with: pages, or an extension of the home page. */
export type ModuleKind = 'page' | 'extension';

const TEMPLATES = fileURLToPath(new URL('../../../templates/', import.meta.url));

/** Each kind has a folder of its own. A file that it lacks comes from the folder of pages, except files in these folders. */
const TEMPLATE_OF_KIND: Readonly<Record<ModuleKind, string>> = { page: 'page-module', extension: 'extension-module' };
const OWN_FOLDERS = /^(?:src|test|supabase)\//;

/** A placeholder in a path or a text of the template: `__name__`. */
const PLACEHOLDER = /__([A-Za-z@][A-Za-z0-9@/.-]*)__/g;

/** Names of remotes that every site has. */
const RESERVED: ReadonlySet<string> = new Set(['shell', 'auth']);

/** The names in a new module, all derived from the module's name. */
export interface ModuleNames {
  readonly name: string;
  /** For people, such as `My orders`. */
  readonly title: string;
  /** Prefix of its tables. */
  readonly tablePrefix: string;
  readonly kind: ModuleKind;
  /** Path pattern of each route. */
  readonly routes: Readonly<Record<string, string>>;
}

/** A file of a new module. */
export interface ModuleFile {
  /** Relative to the module's folder, with slashes. */
  readonly path: string;
  readonly content: string;
}

/** Derives the names in a new module from its name. @throws UsageError for an invalid name */
export function moduleNames(name: string, kind: ModuleKind): ModuleNames {
  const path = `/${name}`;
  for (const [value, schema] of [[name, remoteNameSchema], [path, routePatternSchema]] as const) {
    const checked = v.safeParse(schema, value);
    if (!checked.success) throw invalidName(name, checked.issues[0].message);
  }
  if (name.endsWith('-')) throw invalidName(name, 'A name must not end with a hyphen');
  if (RESERVED.has(name)) throw invalidName(name, 'Every site has a part with this name');
  const words = name.replaceAll('-', ' ');
  return {
    name,
    title: words.charAt(0).toUpperCase() + words.slice(1),
    tablePrefix: name.replaceAll('-', '_'),
    kind,
    routes: kind === 'page' ? { list: path, item: `${path}/:id` } : {},
  };
}

function invalidName(name: string, reason: string): UsageError {
  return new UsageError(`"${name}" is not a valid module name: ${reason}.`);
}

/** All files of a new module, except the tarball of page-kit. */
export async function moduleFiles(names: ModuleNames, kit: KitSource, live: readonly ModulePages[]): Promise<readonly ModuleFile[]> {
  const { name, title, tablePrefix, kind, routes } = names;
  const filled = await fillTemplate(
    await templateFiles(kind),
    new Map([
      ...Object.entries(packageJson.dependencies),
      // The packages that page-kit expects beside it, in the versions that it was built for.
      ...Object.entries(packageJson.peerDependencies),
      ['@atrium/page-kit', 'version' in kit ? kit.version : `file:${KIT_FOLDER_OF_MODULE}/${path.basename(kit.tarball)}`],
      ['name', name],
      ['title', title],
      ['table', tablePrefix],
      ['contract', `^${CONTRACT_VERSION}`],
      // Supabase runs migrations in the order of these times, such as 20260131235959 (UTC).
      ['time', new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)],
    ]),
  );
  return [...filled, { path: 'site-pages.d.ts', content: declareSite([...live, { name, routes }]) }];
}

/** Path of each file of a template below its own folder, and where it is. */
async function templateFiles(kind: ModuleKind): Promise<ReadonlyMap<string, string>> {
  const [own, ofPages] = await Promise.all([filesBelow(TEMPLATE_OF_KIND[kind]), filesBelow(TEMPLATE_OF_KIND.page)]);
  return new Map([...[...ofPages].filter(([name]) => !OWN_FOLDERS.test(name)), ...own]);
}

async function filesBelow(template: string): Promise<ReadonlyMap<string, string>> {
  const folder = path.join(TEMPLATES, template);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [path.relative(folder, file).replaceAll(path.sep, '/'), file]));
}

/**
 * Replaces each `__key__` in the names and texts of the template's files. `__dot__` becomes the dot of a file such as
 * `.gitignore`, which npm would leave out of a package.
 *
 * @throws Error for a placeholder without a value, which is a defect of the template
 */
async function fillTemplate(files: ReadonlyMap<string, string>, values: ReadonlyMap<string, string>): Promise<readonly ModuleFile[]> {
  const fill = (text: string): string =>
    text.replace(PLACEHOLDER, (_, key: string) => {
      const value = key === 'dot' ? '.' : values.get(key);
      if (value === undefined) throw new Error(`The page module template has a placeholder without a value: __${key}__.`);
      return value;
    });
  return Promise.all([...files].map(async ([name, file]) => ({ path: fill(name), content: fill(await readFile(file, 'utf8')) })));
}
