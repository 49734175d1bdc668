import { rm } from 'node:fs/promises';
import { runTool } from '../run-tool.ts';
import { BUNDLED_PACKAGES, PAGE_KIT } from './published-packages.ts';

/** Compiles page-kit and the packages bundled with it to modules and declarations. @returns false if it failed; tsc has printed why */
export async function compilePackages(): Promise<boolean> {
  // Files whose sources were removed must not stay.
  for (const { compiled } of [...BUNDLED_PACKAGES.values(), PAGE_KIT]) await rm(compiled, { recursive: true, force: true });
  // Forced: the build information beside the removed files would say that they are up to date.
  return runTool('typescript-7/bin/tsc', ['--build', '--force', 'page-kit/tsconfig.testing-package.json']);
}
