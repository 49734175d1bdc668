import path from 'node:path';
import { buildDescriptionFile, buildDescriptionSchema, type BuildDescription } from '@atrium/releases/release-manifest';
import { readOrNull } from '@atrium/releases/durable-files';
import * as v from 'valibot';
import type { CommandContext, OptionDefinition } from '../line/command-definition.ts';
import { CommandError } from '../report/command-error.ts';

/** The option that names the remote's folder. */
export const folderOption: OptionDefinition = {
  name: 'dir',
  value: 'DIR',
  help: 'folder of the remote, with its build in dist (the current folder)',
};

/** A build that is there to be released. */
export interface BuildPlace {
  /** Folder of the sources. */
  readonly folder: string;
  /** Folder of the output, with its `build.json`. */
  readonly output: string;
  readonly description: BuildDescription;
}

/** Finds the build of the folder that a command is run for. @throws CommandError if there is none, or a damaged one */
export async function findBuild(context: CommandContext): Promise<BuildPlace> {
  const place = await lookForBuild(context);
  if (place !== null) return place;
  throw new CommandError(
    'no-build',
    `There is no build in ${folderOf(context)}: dist/${buildDescriptionFile} is missing. Build the remote first, or name its folder with --dir.`,
  );
}

/** The name of the remote that a command is for: as given, or the one that is built in the folder. @throws CommandError */
export async function remoteName(context: CommandContext): Promise<string> {
  return context.call.operands[0] ?? (await findBuild(context)).description.name;
}

/** The build of the folder, or null if there is none. @throws CommandError if it is damaged, and what the system has against reading it */
export async function lookForBuild(context: CommandContext): Promise<BuildPlace | null> {
  const folder = folderOf(context);
  for (const output of [path.join(folder, 'dist'), folder]) {
    const content = await readOrNull(path.join(output, buildDescriptionFile));
    if (content === null) continue;
    return { folder: output === folder ? path.dirname(folder) : folder, output, description: parse(content.toString('utf8'), output) };
  }
  return null;
}

function folderOf({ call, cwd }: CommandContext): string {
  return path.resolve(cwd, call.text('dir') ?? '.');
}

function parse(text: string, output: string): BuildDescription {
  try {
    return v.parse(buildDescriptionSchema, JSON.parse(text));
  } catch (cause) {
    const file = path.join(output, buildDescriptionFile);
    throw new CommandError('bad-build', `${file} is not a valid build description. Build with the webpack preset of page-kit.`, { cause });
  }
}
