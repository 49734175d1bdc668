import { inspect } from 'node:util';
import type { Team, TeamBook, TokenRequest } from '@atrium/releases/teams';
import { CommandError, UsageError } from '../../errors.ts';
import type { Call, Command, CommandResult } from '../framework/definition.ts';
import { reportFailure, type FailureReport } from '../framework/failure-report.ts';
import { formatTable, formatTime } from '../framework/format.ts';
import { openStore, openStoreToRead, storeOptions } from '../inputs/store.ts';

/** `atrium token` */
export const tokenCommand: Command = {
  name: 'token',
  summary: 'manages the tokens with which teams release their remotes: create, list, rotate, revoke',
  operands: ['ACTION', '[TEAM-OR-ID]'],
  options: [
    ...storeOptions,
    { name: 'remotes', value: 'A,B', help: 'remotes that the team may release, or "*" for all of them, with each of its tokens; required for a new team' },
    { name: 'expires-in-days', value: 'N', help: 'lifetime of the new token (default: until it is revoked)' },
    { name: 'dry-run', help: 'report what would change, without changing anything' },
  ],
  notes: [
    'atrium token create TEAM --remotes A,B   creates a token and shows it once',
    'atrium token list                        lists teams, their remotes and the ids of their tokens',
    'atrium token rotate ID                   creates a new token for the same team, then revokes this one',
    'atrium token revoke ID                   revokes a token immediately',
    'With --site, these need the token of a team that may release everything.',
  ],
  run: async (context) => {
    const { call } = context;
    const [action = '', subject] = call.operands;
    if (action === 'list') return list(await openStoreToRead(context).teams.listTeams());
    if (subject === undefined) {
      throw new UsageError(`Pass the ${action === 'create' ? 'name of the team' : 'id of the token'}: atrium token ${action} ${action === 'create' ? 'TEAM' : 'ID'}.`);
    }
    switch (action) {
      case 'create':
        return create(openStore(context).teams, { team: subject, ...remotesOf(call), ...lifetimeOf(call) }, call.has('dry-run'));
      case 'rotate':
        return rotate(openStoreToRead(context).teams, subject, lifetimeOf(call), call.has('dry-run'));
      case 'revoke':
        return revoke(openStoreToRead(context).teams, subject, call.has('dry-run'));
      default:
        throw new UsageError(`Unknown action "${action}": use create, list, rotate or revoke.`);
    }
  },
};

function remotesOf(call: Call): Pick<TokenRequest, 'remotes'> {
  const text = call.text('remotes');
  if (text === undefined) return {};
  return { remotes: text.split(',').map((name) => name.trim()).filter((name) => name !== '') };
}

function lifetimeOf(call: Call): Pick<TokenRequest, 'expiresInDays'> {
  const expiresInDays = call.number('expires-in-days', { least: 1, most: 3650 });
  return expiresInDays === undefined ? {} : { expiresInDays };
}

function list(teams: readonly Team[]): CommandResult {
  const rows = teams.flatMap(({ team, remotes, tokens }) =>
    tokens.map(({ id, created, expires }) => [team, remotes.join(','), id, formatTime(created), expires === null ? 'never' : formatTime(expires)]),
  );
  const without = teams.filter(({ tokens }) => tokens.length === 0).map(({ team }) => `${team} has no token.`);
  const text = rows.length === 0 ? [] : formatTable([['team', 'remotes', 'token', 'created', 'expires'], ...rows]);
  return { json: { teams }, text: teams.length === 0 ? ['There are no teams yet.'] : [...text, ...without] };
}

async function create(teams: TeamBook, request: TokenRequest, dryRun: boolean): Promise<CommandResult> {
  const { team, remotes } = request;
  const known = (await teams.listTeams()).find((one) => one.team === team);
  const change = known !== undefined && remotes !== undefined && remotes.join() !== known.remotes.join() ? [`With each of its tokens, ${team} ${dryRun ? 'could' : 'can'} release ${remotes.join(', ')} (before: ${known.remotes.join(', ')}).`] : [];
  if (dryRun) {
    if (known === undefined && remotes === undefined) throw new CommandError('team-book', `There is no team ${team} yet. Pass --remotes.`);
    return { json: { dryRun, ...request }, text: [`${team} would get a token.`, ...change, 'Nothing was changed (--dry-run).'] };
  }
  const token = await teams.createToken(request);
  return { json: { team, token }, text: [...change, shownOnce(team), token] };
}

async function rotate(
  teams: TeamBook,
  id: string,
  lifetime: Pick<TokenRequest, 'expiresInDays'>,
  dryRun: boolean,
): Promise<CommandResult> {
  const { team } = await ownerOf(teams, id);
  if (dryRun) {
    return { json: { dryRun, team, id }, text: [`${team} would get a new token, and ${id} would be revoked.`, 'Nothing was changed (--dry-run).'] };
  }
  const token = await teams.createToken({ team, ...lifetime });
  const failure = await revocationFailure(teams, id);
  if (failure === null) return { json: { team, token, revoked: id }, text: [`${id} is revoked.`, shownOnce(team), token] };
  const { error, text } = failure;
  return {
    ok: false,
    json: { team, token, revoked: null, error },
    text: [shownOnce(team), token, `${id} could not be revoked: ${text}`, `If atrium token list still shows ${id}, revoke it.`],
  };
}

/** Why a token could not be revoked; null if it was. Every failure is caught, because the new token cannot be shown later. */
async function revocationFailure(teams: TeamBook, id: string): Promise<Omit<FailureReport, 'exitCode'> | null> {
  try {
    if (await teams.revokeToken(id)) return null;
    const message = 'someone else has already revoked it.';
    return { error: { code: 'unknown-token', message }, text: message };
  } catch (error) {
    const defect = inspect(error);
    return reportFailure(error) ?? { error: { code: 'defect', message: defect }, text: defect };
  }
}

async function revoke(teams: TeamBook, id: string, dryRun: boolean): Promise<CommandResult> {
  const { team } = await ownerOf(teams, id);
  if (!dryRun && !(await teams.revokeToken(id))) throw unknownToken();
  return {
    json: { ...(dryRun && { dryRun }), team, revoked: id },
    text: dryRun ? [`${id} of ${team} would be revoked.`, 'Nothing was changed (--dry-run).'] : [`${id} of ${team} is revoked.`],
  };
}

async function ownerOf(teams: TeamBook, id: string): Promise<Team> {
  const owner = (await teams.listTeams()).find(({ tokens }) => tokens.some((token) => token.id === id));
  if (owner !== undefined) return owner;
  throw unknownToken();
}

function unknownToken(): CommandError {
  return new CommandError('unknown-token', 'No token has this id. Run atrium token list to list all tokens.');
}

function shownOnce(team: string): string {
  return `New token for ${team}. Store it now, it is not shown again. The command reads it from ATRIUM_TOKEN:`;
}
