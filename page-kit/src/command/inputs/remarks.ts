import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { UsageError } from '../../errors.ts';
import type { Call, OptionDefinition } from '../framework/definition.ts';

/** Maximum length of `who` and `why` in the history, in characters. */
const MAX_LENGTH = 500;

/** The options that say who makes a change and why. */
export const remarkOptions: readonly OptionDefinition[] = [
  { name: 'who', value: 'NAME', help: 'who makes the change; not an email address (default: git’s user.name, or the account’s name). With --site, the history shows the token’s team' },
  { name: 'why', value: 'TEXT', help: 'the reason' },
];

/** The switch that overrides the gate's refusals. */
export const forceOption: OptionDefinition = {
  name: 'force',
  help: 'override the gate’s refusals; requires --why, which the history keeps',
};

/** The name of the person who makes a change. @throws UsageError for an email address */
export async function whoOf(call: Call, folder: string): Promise<string> {
  const given = call.text('who');
  if (given !== undefined) {
    if (isEmailAddress(given)) throw new UsageError('--who must be a name, not an email address: the history is permanent.');
    return truncate(given);
  }
  const name = await git(folder, 'config', 'user.name');
  return truncate(name !== null && !isEmailAddress(name) ? name : userName());
}

/** The name of the operating system's user. In a container, a user without an entry in passwd has none. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

/** The reason for a change. @param otherwise the reason without `--why` @throws UsageError for a forced change without a reason */
export async function whyOf(call: Call, otherwise: () => Promise<string> | string = () => 'no reason given'): Promise<string> {
  const given = call.text('why');
  if (given !== undefined) return truncate(given);
  if (call.has('force')) throw new UsageError('--force requires --why "…": the history keeps the reason.');
  return truncate(await otherwise());
}

/** The subject of the commit that is checked out in a folder, or a substitute outside a repository. */
export async function commitSubject(folder: string, otherwise: string): Promise<string> {
  return (await git(folder, 'log', '-1', '--format=%s')) ?? otherwise;
}

function isEmailAddress(text: string): boolean {
  return /\S@\S/.test(text);
}

function truncate(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1)}…`;
}

/** The output of git; null without git, a repository, or a value. */
async function git(folder: string, ...args: readonly string[]): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('git', ['-C', folder, ...args], { timeout: 5000 });
    return stdout.trim() || null;
  } catch {
    return null; // Both callers have a substitute.
  }
}
