import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { repositoryFiles, ROOT } from '../repository/repository.ts';
import { importDiagram, type PartImports } from './diagram.ts';

const PAGE = 'docs/explanation/code-structure.md';

/** How many files a folder may contain. */
const FILE_LIMIT = 20;

/** Folders that contain one list, which cannot be divided. */
const LISTS = new Set(['docs/decisions', 'docs/how-to', 'docs/screens', 'supabase/migrations']);

/** A diagram of {@link PAGE}: after a comment that names the folder of the parts, or `.` for the workspaces. */
const DIAGRAM = /(<!-- imports in (\S+) -->\n```mermaid\n)[^`]*(?=```)/g;

/** Folders that are parts of their own in the diagram of the workspaces, because what they import differs from the rest of the workspace. */
const SEPARATE_FOLDERS = ['page-kit/src/testing', 'tools/run-source'];

const graphSchema = v.object({
  modules: v.array(v.object({ source: v.string(), dependencies: v.array(v.object({ resolved: v.string() })) })),
  summary: v.object({
    violations: v.array(v.object({ from: v.string(), to: v.string(), rule: v.object({ name: v.string() }), cycle: v.optional(v.array(v.object({ name: v.string() })), []) })),
  }),
});

type Graph = v.InferOutput<typeof graphSchema>;

/**
 * Checks the imports of all workspaces by the rules of `.dependency-cruiser.mjs`, the sizes of folders, and whether the
 * diagrams of the documentation are current.
 * @returns a line for each fault
 */
export async function checkStructure(): Promise<readonly string[]> {
  const graph = await readGraph();
  const page = await readFile(path.join(ROOT, PAGE), 'utf8');
  return [
    ...brokenRules(graph),
    ...(await largeFolders()),
    ...(withDiagrams(page, graph) === page ? [] : [`The diagrams in ${PAGE} are out of date. Run npm run structure.`]),
  ];
}

/** Draws the diagrams of the documentation again. @returns a line for each fault that no drawing can fix */
export async function writeStructure(): Promise<readonly string[]> {
  const graph = await readGraph();
  const file = path.join(ROOT, PAGE);
  await writeFile(file, withDiagrams(await readFile(file, 'utf8'), graph));
  return [...brokenRules(graph), ...(await largeFolders())];
}

async function readGraph(): Promise<Graph> {
  const { workspaces } = v.parse(v.object({ workspaces: v.array(v.string()) }), JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')));
  const cruiser = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [cruiser, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...workspaces, 'supabase'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, maxBuffer: 2 ** 28 });
  return v.parse(graphSchema, JSON.parse(stdout));
}

function brokenRules({ summary }: Graph): readonly string[] {
  return summary.violations.map(({ from, to, rule, cycle }) => `${rule.name}: ${[from, ...(cycle.length > 0 ? cycle.map(({ name }) => name) : [to])].join(' → ')}`);
}

/** The folders with too many files, as lines. Names that start with a dot do not count. */
async function largeFolders(): Promise<readonly string[]> {
  const sizes = new Map<string, number>();
  for (const file of await repositoryFiles()) {
    if (file.split('/').some((name) => name.startsWith('.'))) continue;
    const folder = path.posix.dirname(file);
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  return [...sizes]
    .filter(([folder, size]) => size > FILE_LIMIT && !LISTS.has(folder))
    .map(([folder, size]) => `${folder} contains ${String(size)} files. Divide it: a folder contains at most ${String(FILE_LIMIT)}.`);
}

function withDiagrams(page: string, graph: Graph): string {
  return page.replaceAll(DIAGRAM, (_all, head: string, folder: string) => head + importDiagram(importsIn(folder, graph)));
}

/** What the parts of a folder import of each other, without tests. The parts are its subfolders, and the files in it. */
function importsIn(folder: string, { modules }: Graph): PartImports {
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const part = partOf(source, folder);
    if (part === null) continue;
    const targets = imports.get(part) ?? new Set();
    imports.set(part, targets);
    for (const { resolved } of dependencies) {
      const target = partOf(resolved, folder);
      if (target !== null && target !== part) targets.add(target);
    }
  }
  return imports;
}

function partOf(file: string, folder: string): string | null {
  if (/(?:^|\/)test\//.test(file) || !/(?<!\.d)\.(?:tsx?|mjs)$/.test(file)) return null;
  if (folder !== '.') return file.startsWith(`${folder}/`) ? (file.slice(folder.length + 1).split('/')[0] ?? null) : null;
  return SEPARATE_FOLDERS.find((part) => file.startsWith(`${part}/`)) ?? file.split('/')[0] ?? null;
}
