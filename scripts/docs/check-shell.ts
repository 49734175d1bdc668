import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { readCommandLine } from '../../page-kit/src/command/command-line.ts';
import { ROOT } from '../site-parts.ts';
import { readStartOptions } from '../start-options.ts';
import { blockTrouble } from './block-trouble.ts';
import type { Document } from './documents.ts';
import { shellCommands } from './shell-words.ts';

/** Commands of others, which the documentation may name. */
const foreign: ReadonlySet<string> = new Set(['cd', 'export', 'git', 'docker', 'supabase', 'curl', 'mkdir', 'chown']);

/** Says what is wrong with a command; null for one that is right. */
type Rule = (args: readonly string[]) => string | null;

const manifestSchema = v.object({ name: v.string(), scripts: v.optional(v.record(v.string(), v.string()), {}) });

/** Blocks of shell that no shell reads, or that call commands, options or scripts that there are not, in lines. */
export async function checkShell(documents: readonly Document[]): Promise<readonly string[]> {
  const rules = await commandRules();
  return documents.flatMap((document) =>
    document.blocks
      .filter(({ language }) => language === 'sh')
      .flatMap((block) => {
        const { status, stderr } = spawnSync('sh', ['-n'], { input: block.content, encoding: 'utf8' });
        if (status !== 0) return [blockTrouble(document, block, `no shell reads this: ${stderr.trim()}`)];
        return shellCommands(block.content).flatMap(({ words: [name = '', ...args], line }) => {
          if (foreign.has(name)) return [];
          const rule = rules.get(name);
          const wrong = rule ? rule(args) : `"${name}" is no command that the documentation knows`;
          return wrong === null ? [] : [blockTrouble(document, block, wrong, line)];
        });
      }),
  );
}

async function commandRules(): Promise<ReadonlyMap<string, Rule>> {
  const scripts = await knownScripts();
  return new Map<string, Rule>([
    ['atrium', atriumRule],
    ['npm', (args) => npmRule(args, scripts)],
    ['node', nodeRule],
    // Of the installation that a module builds with.
    ['webpack', (args) => (args.length === 0 ? null : 'webpack takes its settings from webpack.config.js')],
    ['tsc', (args) => (args.length === 0 ? null : 'tsc takes its settings from tsconfig.json')],
  ]);
}

function atriumRule(args: readonly string[]): string | null {
  try {
    readCommandLine(args);
    return null;
  } catch (error) {
    return `atrium would refuse this: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Subcommands of npm that run no script. */
const npmOwn: ReadonlySet<string> = new Set(['ci', 'install', 'publish', 'view']);

function npmRule([command = '', ...rest]: readonly string[], scripts: Scripts): string | null {
  if (npmOwn.has(command)) return null;
  const name = command === 'run' ? (rest[0] ?? '') : command;
  const at = rest.indexOf('-w');
  const workspace = at < 0 ? null : (rest[at + 1] ?? '');
  const known = workspace === null ? [...scripts.root, ...scripts.module] : (scripts.workspaces.get(workspace) ?? []);
  if (!known.includes(name)) return `there is no script "${name}"${workspace === null ? '' : ` in the workspace ${workspace}`}`;
  if (name !== 'start') return null;
  try {
    readStartOptions(rest.slice(rest.indexOf('--') + 1), {});
    return null;
  } catch (error) {
    return `npm start would refuse this: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function nodeRule(args: readonly string[]): string | null {
  const file = args.find((word) => /\.m?[jt]s$/.test(word));
  return file === undefined || existsSync(path.join(ROOT, file)) ? null : `there is no file ${file}`;
}

/** Scripts that `npm run` knows: in the repository, in a module that `atrium new` made, and by workspace. */
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
