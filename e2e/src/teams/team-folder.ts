import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { access, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildStamp } from '../../../scripts/build-stamp.ts';
import { ROOT } from '../../../scripts/site-parts.ts';
import { exchange, type Change } from '../releases/changed-release.ts';
import { moduleFiles, type SmallModule } from './small-module.ts';
import { builtPart } from '../site/published-builds.ts';

/** Folders with builds of teams, which tests only read. */
export type TeamBuilds = Readonly<Record<'ordersFirst' | 'ordersSecond' | 'ordersBroken' | 'sales' | 'shell' | 'auth', string>>;

/** The module that most tests of teams release. */
export const ORDERS: SmallModule = { name: 'orders', title: 'Orders', path: '/orders', edition: 'The first edition', details: 'Details of the first' };

/** Where modules are built: a build takes seconds of all processors, and is the same until its sources change. */
const BUILDS = path.join(ROOT, 'node_modules/.cache/atrium/e2e-modules');

/** What a page team installs. */
const INSTALLED = ['@types/react', 'react', 'react-dom', 'react-router-dom', 'tsx', 'typescript', 'webpack', 'webpack-cli'];

/** Builds the module that most tests of teams release; once, whoever asks. Gives the folder. */
export function buildOrders(): Promise<string> {
  return buildModule(ORDERS);
}

/** Makes what teams release out of few builds: other editions have other texts in the same code. */
export async function makeTeamBuilds(below: string): Promise<TeamBuilds> {
  const ordersFirst = await buildOrders();
  const second: Change = (content) => content.replaceAll('The first edition', 'The second edition').replaceAll('Details of the first', 'Details of the second');
  const sales: Change = (content) =>
    content.replaceAll('orders', 'sales').replaceAll('Orders', 'Sales').replaceAll('The first edition', 'What was sold').replaceAll('Details of the first', 'And to whom');
  return {
    ordersFirst,
    ordersSecond: await changedBuild(below, ordersFirst, second),
    // Its page throws when it is drawn.
    ordersBroken: await changedBuild(below, ordersFirst, exchange('"The first edition"', '(()=>{throw new Error("It worked on my machine.")})()')),
    sales: await changedBuild(below, ordersFirst, sales),
    shell: await changedBuild(below, builtPart('shell'), exchange('"Create account"', '"Join us"')),
    auth: await changedBuild(below, builtPart('auth'), exchange('Checking your sign-in …', 'Looking who you are …')),
  };
}

/** Builds a page module outside this repository, unless it was built before. `files` go over its own. Gives the folder, which is only to be read. */
export async function buildModule(module: SmallModule, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const stamp = await buildStamp({ name: module.name, folder: 'page-kit/src', standsOn: ['releases/src'] });
  const key = createHash('sha256').update(JSON.stringify([stamp, moduleFiles(module), files])).digest('hex').slice(0, 16);
  const place = path.join(BUILDS, `${module.name}-${key}`);
  if (await isThere(place)) return place;
  const unfinished = path.join(BUILDS, randomUUID());
  await mkdir(unfinished, { recursive: true });
  const folder = await writeModule(unfinished, module, files);
  await npmBuild(folder);
  // Another worker may have been faster.
  await rename(folder, place).catch(async (error: unknown) => {
    if (!(await isThere(place))) throw error;
  });
  await rm(unfinished, { recursive: true, force: true });
  return place;
}

async function isThere(place: string): Promise<boolean> {
  return access(place).then(() => true, () => false);
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

/** Copies what is built in a folder, with a change in its scripts and its description. Gives the new folder. */
export async function changedBuild(below: string, built: string, change: Change): Promise<string> {
  const folder = await mkdtemp(path.join(below, 'changed-'));
  const output = path.join(folder, 'dist');
  // Source maps are what takes longest to store, and nothing here reads them.
  await cp(path.join(built, 'dist'), output, { recursive: true, filter: (file) => !file.endsWith('.map') });
  const installed = (await isThere(path.join(built, 'node_modules'))) ? built : ROOT;
  await link(path.join(installed, 'node_modules'), path.join(folder, 'node_modules'));
  let changed = false;
  for (const file of (await readdir(output)).filter((name) => /\.js$|^build\.json$/.test(name))) {
    const place = path.join(output, file);
    const content = await readFile(place, 'utf8');
    const made = change(content, file);
    changed ||= made !== content;
    await writeFile(place, made);
  }
  if (!changed) throw new Error(`The change changed nothing in the build in ${built}.`);
  return folder;
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
