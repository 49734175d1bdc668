import { inspect } from 'node:util';
import type { Team, TeamBook, TokenRequest } from '@atrium/releases/team-book';
import { openStore, storeOptions } from '../given/store-choice.ts';
import type { Call } from '../line/call.ts';
import type { Command, CommandResult } from '../line/command-definition.ts';
import { UsageError } from '../line/usage-error.ts';
import { CommandError } from '../report/command-error.ts';
import { reportFailure, type FailureReport } from '../report/failure-report.ts';
import { moment, table } from '../report/table.ts';

/** `atrium token` */
export const tokenCommand: Command = {
  name: 'token',
  summary: 'manages the tokens that let teams release their remotes: create, list, rotate, revoke',
  operands: ['ACTION', '[TEAM-OR-ID]'],
  options: [
    ...storeOptions,
    { name: 'remotes', value: 'A,B', help: 'what the team may release, or "*" for everything; needed for a new team' },
    { name: 'expires-in-days', value: 'N', help: 'how long the new token holds (until it is revoked)' },
    { name: 'dry-run', help: 'say what would change, and change nothing' },
  ],
  notes: [
    'atrium token create TEAM --remotes A,B   makes a token; its text is shown this once',
    'atrium token list                        teams, what they may release, their tokens’ ids',
    'atrium token rotate ID                   makes a new token for the same team, then revokes this one',
    'atrium token revoke ID                   makes a token worthless at once',
    'Over --site it needs a token whose team may release everything.',
  ],
  run: async (context) => {
    const { call } = context;
    const [action = '', subject] = call.operands;
    if (action === 'list') return list(await openStore(context).teams.listTeams());
    if (subject === undefined) {
      throw new UsageError(`What is to be ${action === 'create' ? 'the team' : 'the token’s id'}? Run atrium token --help.`);
    }
    switch (action) {
      case 'create':
        return create(openStore(context).teams, { team: subject, ...remotesOf(call), ...lifeOf(call) }, call.has('dry-run'));
      case 'rotate':
        return rotate(openStore(context).teams, subject, lifeOf(call), call.has('dry-run'));
      case 'revoke':
        return revoke(openStore(context).teams, subject, call.has('dry-run'));
      default:
        throw new UsageError(`There is no atrium token ${action}. It knows create, list, rotate and revoke.`);
    }
  },
};

function remotesOf(call: Call): Pick<TokenRequest, 'remotes'> {
  const text = call.text('remotes');
  if (text === undefined) return {};
  return { remotes: text.split(',').map((name) => name.trim()).filter((name) => name !== '') };
}

function lifeOf(call: Call): Pick<TokenRequest, 'expiresInDays'> {
  const expiresInDays = call.number('expires-in-days', { least: 1, most: 3650 });
  return expiresInDays === undefined ? {} : { expiresInDays };
}

function list(teams: readonly Team[]): CommandResult {
  const rows = teams.flatMap(({ team, remotes, tokens }) =>
    tokens.map(({ id, created, expires }) => [team, remotes.join(','), id, moment(created), expires === null ? 'never' : moment(expires)]),
  );
  const without = teams.filter(({ tokens }) => tokens.length === 0).map(({ team }) => `${team} has no token.`);
  const text = rows.length === 0 ? [] : table([['team', 'remotes', 'token', 'created', 'expires'], ...rows]);
  return { json: { teams }, text: teams.length === 0 ? ['There are no teams yet.'] : [...text, ...without] };
}

async function create(teams: TeamBook, request: TokenRequest, dryRun: boolean): Promise<CommandResult> {
  const { team } = request;
  if (dryRun) {
    return { json: { dryRun, ...request }, text: [`${team} would get a token.`, 'Nothing was changed (--dry-run).'] };
  }
  const token = await teams.createToken(request);
  return { json: { team, token }, text: [...shownOnce(team), token] };
}

async function rotate(
  teams: TeamBook,
  id: string,
  life: Pick<TokenRequest, 'expiresInDays'>,
  dryRun: boolean,
): Promise<CommandResult> {
  const { team } = await ownerOf(teams, id);
  if (dryRun) {
    return { json: { dryRun, team, id }, text: [`${team} would get a new token for ${id}.`, 'Nothing was changed (--dry-run).'] };
  }
  const token = await teams.createToken({ team, ...life });
  const failure = await revocationFailure(teams, id);
  if (failure === null) return { json: { team, token, revoked: id }, text: [`${id} is revoked.`, ...shownOnce(team), token] };
  const { error, text } = failure;
  return {
    ok: false,
    json: { team, token, revoked: null, error },
    text: [...shownOnce(team), token, `The revocation of ${id} failed: ${text}`, `If atrium token list still shows ${id}, revoke it.`],
  };
}

/** What kept a token from being revoked, or null. The new token cannot be shown again, so nothing may keep it from being shown now. */
async function revocationFailure(teams: TeamBook, id: string): Promise<Omit<FailureReport, 'exitCode'> | null> {
  try {
    if (await teams.revokeToken(id)) return null;
    const message = 'it is gone already, so somebody else revoked it.';
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
  return new CommandError('unknown-token', 'There is no token with this id. atrium token list shows those that there are.');
}

function shownOnce(team: string): string[] {
  return [`A token of ${team}: keep it now, it is not shown again. The command takes it from ATRIUM_TOKEN.`];
}
