import { rm } from 'node:fs/promises';
import { runTool } from '../repository/run-tool.ts';
import { PAGE_KIT, RELEASES } from './published-packages.ts';

/** Compiles page-kit, and what it stands on, to modules and declarations. @returns whether it did; tsc has said why not */
export async function compilePackages(): Promise<boolean> {
  // What was removed from the sources since the last time must not stay.
  for (const { compiled } of [RELEASES, PAGE_KIT]) await rm(compiled, { recursive: true, force: true });
  // Forced: the build information beside the removed files would say that they are up to date.
  return runTool('typescript-7/bin/tsc', ['--build', '--force', 'page-kit/tsconfig.package.json']);
}
