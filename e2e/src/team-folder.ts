import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../../scripts/site-parts.ts';
import type { Change } from './changed-release.ts';
import { moduleFiles, type SmallModule } from './orders-module.ts';

/** What a page team installs. */
const INSTALLED = ['@types/react', 'react', 'react-dom', 'react-router-dom', 'tsx', 'typescript', 'webpack', 'webpack-cli'];

/** Writes a page module into a new folder, with its packages installed, and builds it. `files` go over its own. Gives the folder. */
export async function buildModule(below: string, module: SmallModule, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await writeModule(below, module, files);
  await npmBuild(folder);
  return folder;
}

/** Writes a page module into a new folder, with its packages installed. `files` go over its own. Gives the folder. */
export async function writeModule(below: string, module: SmallModule, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(path.join(below, `${module.name}-`));
  for (const [file, content] of Object.entries({ ...moduleFiles(module), ...files })) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
  for (const name of INSTALLED) await link(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name));
  await link(path.join(ROOT, 'page-kit'), path.join(folder, 'node_modules/@atrium/page-kit'));
  return folder;
}

/** Builds a part of this repository anew, with a text changed in one of its sources. Gives the folder. */
export async function rebuildPart(below: string, part: string, file: string, change: Change): Promise<string> {
  const place = await mkdtemp(path.join(below, `${part}-`));
  const folder = path.join(place, part);
  for (const name of ['package.json', 'tsconfig.json', 'webpack.config.ts', 'src']) {
    await cp(path.join(ROOT, part, name), path.join(folder, name), { recursive: true });
  }
  await cp(path.join(ROOT, 'tsconfig.base.json'), path.join(place, 'tsconfig.base.json'));
  await link(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await changeFile(path.join(folder, file), file, change);
  await run(folder, process.execPath, '--import', 'tsx', 'node_modules/webpack/bin/webpack.js', '--disable-interpret', '--stats', 'errors-warnings');
  return folder;
}

/** Copies what is built in a folder, with a change in its scripts and its description. Gives the new folder. */
export async function changedBuild(below: string, built: string, change: Change): Promise<string> {
  const folder = await mkdtemp(path.join(below, 'changed-'));
  const output = path.join(folder, 'dist');
  await cp(path.join(built, 'dist'), output, { recursive: true });
  await link(path.join(built, 'node_modules'), path.join(folder, 'node_modules'));
  for (const file of await readdir(output)) {
    if (/\.js$|^build\.json$/.test(file)) await changeFile(path.join(output, file), file, change);
  }
  return folder;
}

async function changeFile(place: string, name: string, change: Change): Promise<void> {
  await writeFile(place, change(await readFile(place, 'utf8'), name));
}

async function link(target: string, place: string): Promise<void> {
  await mkdir(path.dirname(place), { recursive: true });
  await symlink(target, place, 'dir');
}

function npmBuild(folder: string): Promise<void> {
  return run(folder, 'npm', 'run', '--silent', 'build');
}

function run(folder: string, command: string, ...args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`The build in ${folder} failed:\n${said}`))));
  });
}
