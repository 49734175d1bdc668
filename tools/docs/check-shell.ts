import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { ATRIUM } from '../../page-kit/src/command/programs/atrium.ts';
import { CREATE_PAGE_MODULE } from '../../page-kit/src/command/programs/create-page-module.ts';
import { readCommandLine, type Program } from '../../page-kit/src/command/framework/command-line.ts';
import { ROOT } from '../repository/repository.ts';
import { readStartOptions } from '../start/start-options.ts';
import { blockFault, type Document } from './documents.ts';
import { shellCommands } from './shell-words.ts';

/** Commands of other programs. They are not checked. */
const OTHER_COMMANDS: ReadonlySet<string> = new Set(['cd', 'export', 'git', 'docker', 'supabase', 'curl', 'mkdir', 'chown']);

/** Returns what is wrong with a command, or null if it is correct. */
type Rule = (args: readonly string[]) => string | null;

const manifestSchema = v.object({ name: v.string(), scripts: v.optional(v.record(v.string(), v.string()), {}) });

/** Finds shell blocks with syntax errors, and commands, options and npm scripts that do not exist. @returns a line for each */
export async function checkShell(documents: readonly Document[]): Promise<readonly string[]> {
  const rules = await commandRules();
  return documents.flatMap((document) =>
    document.blocks
      .filter(({ language }) => language === 'sh')
      .flatMap((block) => {
        const { status, stderr } = spawnSync('sh', ['-n'], { input: block.content, encoding: 'utf8' });
        if (status !== 0) return [blockFault(document, block, `shell syntax error: ${stderr.trim()}`)];
        return shellCommands(block.content).flatMap(({ words: [name = '', ...args], line }) => {
          if (OTHER_COMMANDS.has(name)) return [];
          const rule = rules.get(name);
          const wrong = rule ? rule(args) : `unknown command "${name}"`;
          return wrong === null ? [] : [blockFault(document, block, wrong, line)];
        });
      }),
  );
}

async function commandRules(): Promise<ReadonlyMap<string, Rule>> {
  const scripts = await knownScripts();
  return new Map<string, Rule>([
    ['atrium', (args) => programRule(ATRIUM, args)],
    ['./atrium-create-page-module-*.tgz', (args) => programRule(CREATE_PAGE_MODULE, args)],
    ['npm', (args) => npmRule(args, scripts)],
    ['node', nodeRule],
    // Commands of a page module.
    ['webpack', (args) => (args.length === 0 ? null : 'webpack reads its settings from webpack.config.js, so it takes no arguments here')],
    ['tsc', (args) => (args.length === 0 ? null : 'tsc reads its settings from tsconfig.json, so it takes no arguments here')],
  ]);
}

function programRule(program: Program, args: readonly string[]): string | null {
  try {
    readCommandLine(program, args);
    return null;
  } catch (error) {
    return `${program.name} refuses this: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Subcommands of npm that do not run a script. */
const NPM_COMMANDS: ReadonlySet<string> = new Set(['ci', 'install', 'publish', 'view']);

function npmRule([command = '', ...rest]: readonly string[], scripts: Scripts): string | null {
  if (NPM_COMMANDS.has(command)) return null;
  const name = command === 'run' ? (rest[0] ?? '') : command;
  const at = rest.indexOf('-w');
  const workspace = at < 0 ? null : (rest[at + 1] ?? '');
  const known = workspace === null ? [...scripts.root, ...scripts.module] : (scripts.workspaces.get(workspace) ?? []);
  if (!known.includes(name)) return `the script "${name}" does not exist${workspace === null ? '' : ` in the workspace ${workspace}`}`;
  if (name !== 'start') return null;
  try {
    readStartOptions(rest.slice(rest.indexOf('--') + 1), {});
    return null;
  } catch (error) {
    return `npm start refuses this: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function nodeRule(args: readonly string[]): string | null {
  const file = args.find((word) => /\.m?[jt]s$/.test(word));
  return file === undefined || existsSync(path.join(ROOT, file)) ? null : `the file ${file} does not exist`;
}

/** npm scripts: of the repository, of a module created by `atrium new`, and by workspace. */
interface Scripts {
  readonly root: readonly string[];
  readonly module: readonly string[];
  readonly workspaces: ReadonlyMap<string, readonly string[]>;
}

async function knownScripts(): Promise<Scripts> {
  const root = v.parse(v.object({ workspaces: v.array(v.string()) }), await readManifest('.'));
  const workspaces = await Promise.all(root.workspaces.map(async (folder) => [folder, await scriptsOf(folder)] as const));
  return { root: await scriptsOf('.'), module: await scriptsOf('page-kit/templates/page-module'), workspaces: new Map(workspaces) };
}

async function scriptsOf(folder: string): Promise<readonly string[]> {
  return Object.keys(v.parse(manifestSchema, await readManifest(folder)).scripts);
}

async function readManifest(folder: string): Promise<unknown> {
  return JSON.parse(await readFile(path.join(ROOT, folder, 'package.json'), 'utf8'));
}
