import { findBuild, folderOption } from '../given/build-place.ts';
import { storeOptions } from '../given/store-choice.ts';
import type { Command } from '../line/command-definition.ts';
import { askGate } from '../publishing/ask-gate.ts';

/** `atrium check` */
export const checkCommand: Command = {
  name: 'check',
  summary: 'says whether the build in this folder could go live, and changes nothing',
  operands: [],
  options: [folderOption, ...storeOptions],
  notes: ['For a shell or the auth remote it names every page module that would break, and why.', 'Exit code 1: it could not go live.'],
  run: async (context) => askGate(context, await findBuild(context)),
};
