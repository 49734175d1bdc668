import path from 'node:path';
import { readOrNull } from '@atrium/releases/durable-files';
import {
  BUILD_DESCRIPTION_FILE,
  buildDescriptionSchema,
  registeredRemote,
  type BuildDescription,
  type RegisteredRemote,
  type Registry,
} from '@atrium/releases/model';
import * as v from 'valibot';
import { CommandError } from '../../errors.ts';
import type { CommandContext, OptionDefinition } from '../framework/definition.ts';

/** The option that selects the remote's folder. */
export const folderOption: OptionDefinition = {
  name: 'dir',
  value: 'DIR',
  help: 'folder of the remote, with its build in dist (default: the current folder)',
};

/** The build of a remote. */
export interface RemoteBuild {
  /** Folder of the sources. */
  readonly folder: string;
  /** Folder of the output, with its `build.json`. */
  readonly output: string;
  readonly description: BuildDescription;
}

/** Reads the build in the folder of a command. @throws CommandError if there is none, or it is damaged */
export async function readBuild(context: CommandContext): Promise<RemoteBuild> {
  const build = await readBuildIfAny(context);
  if (build !== null) return build;
  throw new CommandError(
    'no-build',
    `No build found in ${folderOf(context)}: dist/${BUILD_DESCRIPTION_FILE} is missing. Build first (npx atrium build), or pass its folder with --dir.`,
  );
}

/** Reads the build in the folder of a command; null if there is none. @throws CommandError if it is damaged; a system error if it cannot be read */
export async function readBuildIfAny(context: CommandContext): Promise<RemoteBuild | null> {
  const folder = folderOf(context);
  for (const output of [path.join(folder, 'dist'), folder]) {
    const content = await readOrNull(path.join(output, BUILD_DESCRIPTION_FILE));
    if (content === null) continue;
    return { folder: output === folder ? path.dirname(folder) : folder, output, description: parseDescription(content.toString('utf8'), output) };
  }
  return null;
}

/** The name of the remote that a command is for: its argument, or the remote that is built in the folder. @throws CommandError */
export async function remoteName(context: CommandContext): Promise<string> {
  return context.call.operands[0] ?? (await readBuild(context)).description.name;
}

/** The registry's entry of a remote. @throws CommandError if the remote was never published */
export function remoteIn(registry: Registry, name: string): RegisteredRemote {
  const remote = registeredRemote(registry, name);
  if (remote !== null) return remote;
  throw new CommandError('unknown-remote', `No remote is called ${name}. Run atrium status to list all remotes.`);
}

/** The folder that `--dir` selects, or the current one. */
export function folderOf({ call, cwd }: CommandContext): string {
  return path.resolve(cwd, call.text('dir') ?? '.');
}

function parseDescription(text: string, output: string): BuildDescription {
  try {
    return v.parse(buildDescriptionSchema, JSON.parse(text));
  } catch (cause) {
    const file = path.join(output, BUILD_DESCRIPTION_FILE);
    throw new CommandError('bad-build', `${file} is not a valid build description. Build with the webpack preset of page-kit.`, { cause });
  }
}
