import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { access, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildStamp } from '../../../tools/build/build-parts.ts';
import { ROOT } from '../../../tools/repository/repository.ts';
import { exchange, type Change } from '../releases/changed-release.ts';
import { moduleFiles, type SmallModule } from './small-module.ts';
import { builtPart } from '../site/published-builds.ts';

/** Folders with builds of teams. Tests must not change them. */
export type TeamBuilds = Readonly<Record<'ordersFirst' | 'ordersSecond' | 'ordersBroken' | 'sales' | 'shell' | 'auth', string>>;

/** The module that most tests of teams release. */
export const ORDERS: SmallModule = { name: 'orders', title: 'Orders', path: '/orders', edition: 'The first edition', details: 'Details of the first' };

/** The cache of built modules. A build takes seconds of CPU time and is the same until its sources change. */
const BUILDS = path.join(ROOT, 'node_modules/.cache/atrium/e2e-modules');

/** The packages that a page team installs. */
const INSTALLED = ['@types/react', 'react', 'react-dom', 'react-router-dom', 'tsx', 'typescript', 'webpack', 'webpack-cli'];

/** Builds {@link ORDERS}, once for all workers. Returns the folder. */
export function buildOrders(): Promise<string> {
  return buildModule(ORDERS);
}

/** Creates all team builds from few real ones, by replacing texts. */
export async function makeTeamBuilds(below: string): Promise<TeamBuilds> {
  const ordersFirst = await buildOrders();
  const second: Change = (content) => content.replaceAll('The first edition', 'The second edition').replaceAll('Details of the first', 'Details of the second');
  const sales: Change = (content) =>
    content.replaceAll('orders', 'sales').replaceAll('Orders', 'Sales').replaceAll('The first edition', 'What was sold').replaceAll('Details of the first', 'And to whom');
  return {
    ordersFirst,
    ordersSecond: await changedBuild(below, ordersFirst, second),
    // Its page throws while rendering.
    ordersBroken: await changedBuild(below, ordersFirst, exchange('"The first edition"', '(()=>{throw new Error("It worked on my machine.")})()')),
    sales: await changedBuild(below, ordersFirst, sales),
    shell: await changedBuild(below, builtPart('shell'), exchange('"Create account"', '"Join us"')),
    auth: await changedBuild(below, builtPart('auth'), exchange('Checking your sign-in …', 'Looking who you are …')),
  };
}

/** Builds a page module outside this repository, unless the cache has it. `files` replace its own. Returns the folder, which must not be changed. */
export async function buildModule(module: SmallModule, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const stamp = await buildStamp({ name: module.name, folder: 'page-kit/src', dependsOn: ['releases/src'] });
  const key = createHash('sha256').update(JSON.stringify([stamp, moduleFiles(module), files])).digest('hex').slice(0, 16);
  const place = path.join(BUILDS, `${module.name}-${key}`);
  if (await exists(place)) return place;
  const unfinished = path.join(BUILDS, randomUUID());
  await mkdir(unfinished, { recursive: true });
  const folder = await writeModule(unfinished, module, files);
  await npmBuild(folder);
  // Another worker may have built it in the meantime.
  await rename(folder, place).catch(async (error: unknown) => {
    if (!(await exists(place))) throw error;
  });
  await rm(unfinished, { recursive: true, force: true });
  return place;
}

async function exists(place: string): Promise<boolean> {
  return access(place).then(() => true, () => false);
}

/** Writes a page module to a new folder and installs its packages. `files` replace its own. Returns the folder. */
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

/** Copies the build in a folder, with a change in its scripts and its description. Returns the new folder. */
export async function changedBuild(below: string, built: string, change: Change): Promise<string> {
  const folder = await mkdtemp(path.join(below, 'changed-'));
  const output = path.join(folder, 'dist');
  // Storing source maps takes longest, and no test of teams reads them.
  await cp(path.join(built, 'dist'), output, { recursive: true, filter: (file) => !file.endsWith('.map') });
  const installed = (await exists(path.join(built, 'node_modules'))) ? built : ROOT;
  await link(path.join(installed, 'node_modules'), path.join(folder, 'node_modules'));
  let changed = false;
  for (const file of (await readdir(output)).filter((name) => /\.js$|^build\.json$/.test(name))) {
    const place = path.join(output, file);
    const content = await readFile(place, 'utf8');
    const made = change(content, file);
    changed ||= made !== content;
    await writeFile(place, made);
  }
  if (!changed) throw new Error(`The change did not match anything in the build in ${built}.`);
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
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`The build in ${folder} failed:\n${output}`))));
  });
}
