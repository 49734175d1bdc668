import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { BUILD_DESCRIPTION_FILE } from '@atrium/releases/model';
import { CommandError } from '../../errors.ts';
import { digestOfSources, recordBuild, recordResult } from './check-record.ts';
import { requireSharedMajors } from './installed-versions.ts';

const require = createRequire(import.meta.url);

/** The result of a program. */
interface Finished {
  readonly passed: boolean;
  readonly output: string;
}

/**
 * Builds the remote in a folder with its own webpack configuration, and checks its types. If either fails, the folder has no build:
 * later commands must not judge an older one.
 *
 * @throws CommandError with the errors
 */
export async function buildModule(folder: string, onStep: (step: string) => void): Promise<void> {
  requireSharedMajors(folder);
  if (!(await readdir(folder)).some((name) => /^webpack\.config\.[cm]?[jt]s$/.test(name))) {
    throw new CommandError('no-module', `Nothing to build in ${folder}: it has no webpack.config file. Change to the module's folder, or pass it with --dir.`);
  }
  const hasTypes = existsSync(path.join(folder, 'tsconfig.json'));
  const description = path.join(folder, 'dist', BUILD_DESCRIPTION_FILE);
  await rm(description, { force: true });
  const digest = await digestOfSources(folder);
  onStep(hasTypes ? 'Building, and checking types' : 'Building');
  const [types, build] = await Promise.all([
    hasTypes ? run(folder, require.resolve('typescript/bin/tsc'), ['--project', folder, '--noEmit', '--pretty', 'false']) : { passed: true, output: '' },
    run(folder, require.resolve('webpack/bin/webpack.js'), ['--stats', 'errors-only']),
  ]);
  if (hasTypes) await recordResult(folder, 'types', digest, types.passed);
  if (types.passed && build.passed && existsSync(description)) {
    await recordBuild(folder, digest);
    return;
  }
  await rm(description, { force: true });
  // The compiler reports what breaks the build too, and more often.
  const problem = !build.passed
    ? `The build failed:\n${build.output}`
    : !types.passed
      ? `The types have errors:\n${types.output}`
      : `webpack wrote no ${BUILD_DESCRIPTION_FILE}. Use pageModuleConfig of page-kit in webpack.config.js.`;
  throw new CommandError('build-failed', problem);
}

function run(folder: string, program: string, args: readonly string[]): Promise<Finished> {
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ passed: code === 0, output: output.trim() }));
  });
}
