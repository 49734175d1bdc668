import { sealBuild } from '@atrium/releases/sealing';
import { buildModule } from '../build/build-module.ts';
import type { Command } from '../framework/definition.ts';
import { describeSizes } from '../inputs/release-build.ts';
import { folderOf, folderOption, readBuild } from '../inputs/remote.ts';

/** `atrium build` */
export const buildCommand: Command = {
  name: 'build',
  summary: 'builds the remote in this folder with its webpack configuration, and checks its types',
  operands: [],
  options: [folderOption],
  notes: ['If the build or the types have errors, the folder has no build: not an older one either.'],
  run: async (context) => {
    await buildModule(folderOf(context), (step) => context.output.step(step));
    const sealed = await sealBuild((await readBuild(context)).output);
    const { name, release } = sealed.manifest;
    return { json: { name, release }, text: [`Built ${name} ${release}: ${describeSizes(sealed)}.`] };
  },
};
