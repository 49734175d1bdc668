import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import type { Call } from '../line/call.ts';
import type { OptionDefinition } from '../line/command-definition.ts';
import { UsageError } from '../line/usage-error.ts';

/** Characters that the registry's log takes for each of the two. */
const longest = 500;

/** The options that say who moves a pointer and why. */
export const remarkOptions: readonly OptionDefinition[] = [
  { name: 'who', value: 'NAME', help: 'who does it (git’s user.name, or the name of the account); no mail address. With --site the history names the team of the token' },
  { name: 'why', value: 'TEXT', help: 'why' },
];

/** The switch that goes over the gate's refusals. */
export const forceOption: OptionDefinition = {
  name: 'force',
  help: 'go over the gate’s refusals; needs --why with the reason, which is kept in the history',
};

/** Who moves a pointer: a name, never a mail address. @throws UsageError for one that is */
export async function whoOf(call: Call, folder: string): Promise<string> {
  const given = call.text('who');
  if (given !== undefined) {
    if (isMailAddress(given)) throw new UsageError('--who takes a name, not a mail address: the history is kept for ever.');
    return shortened(given);
  }
  const name = await git(folder, 'config', 'user.name');
  return shortened(name !== null && !isMailAddress(name) ? name : userInfo().username);
}

/** Why a pointer moves: as given, or as `otherwise` says. @throws UsageError if it is forced without a reason */
export async function whyOf(call: Call, otherwise: () => Promise<string> | string): Promise<string> {
  const given = call.text('why');
  if (given !== undefined) return shortened(given);
  if (call.has('force')) throw new UsageError('--force needs --why "…": the reason is kept in the history.');
  return shortened(await otherwise());
}

/** The subject of the commit that a folder is at, or what is to be said where there is none. */
export async function commitSubject(folder: string, otherwise: string): Promise<string> {
  return (await git(folder, 'log', '-1', '--format=%s')) ?? otherwise;
}

function isMailAddress(text: string): boolean {
  return /\S@\S/.test(text);
}

function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

/** What git says, or null where there is no git, no repository, or no such thing. */
async function git(folder: string, ...args: readonly string[]): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('git', ['-C', folder, ...args], { timeout: 5000 });
    return stdout.trim() || null;
  } catch {
    return null; // Both texts have something else to fall back on.
  }
}
