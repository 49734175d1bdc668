import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/directory-store';
import { freePort } from './free-port.ts';
import { newAccount, type Account } from './people.ts';
import { copyPublishedBuilds } from './published-builds.ts';
import { runServer } from './running-server.ts';
import { removeStore, type RunningSite, type Site } from './running-site.ts';
import { test } from './site-test.ts';
import type { TeamBuilds } from './team-folder.ts';
import { atrium, Team } from './team.ts';

/** A site with teams that have tokens, and what they have built. */
export interface TeamSite extends RunningSite {
  readonly platform: Team;
  readonly orders: Team;
  readonly sales: Team;
  /** Folders with builds. */
  readonly built: TeamBuilds;
  /** A folder for further ones. */
  readonly workplace: string;
  /** All that the site's server has logged. */
  log(): string;
  /** All that the command has printed, without the texts of new tokens, which it shows once. */
  readonly printed: readonly string[];
  /** Returns another member of the platform team at each call: a new account without a second factor. */
  platformPerson(): Account;
  /** Makes a token with the command, as the platform team does: over the site, or where the releases are. */
  makeToken(team: string, remotes: string, where?: 'site' | 'store'): Promise<string>;
}

/** As many people of the platform team as one test asks for. */
const PLATFORM_PEOPLE = 2;

/** Tests with teams that release on their own. Each test has a site of its own, on the run's backend. */
export const teamTest = test.extend<{ teams: TeamSite }>({
  teams: async ({ site, built }, provide) => {
    const teams = await runTeamSite(site, built);
    await provide(teams);
    await teams.stop();
  },
  baseURL: async ({ teams }, provide) => provide(teams.url),
});

async function runTeamSite({ backend }: Site, built: TeamBuilds): Promise<TeamSite> {
  const workplace = await mkdtemp(path.join(tmpdir(), 'atrium-e2e-teams-'));
  const releases = path.join(workplace, 'releases');
  await copyPublishedBuilds(releases);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let log = '';
  const people = await Promise.all(Array.from({ length: PLATFORM_PEOPLE }, () => newAccount({ backend }, 'Grace Hopper')));
  const platformTeam = people.map(({ session }) => session.user.id).join(',');
  // Visitors of different networks come by a proxy.
  const stopServer = await runServer(port, releases, backend, (text) => (log += text), { TRUST_PROXY: 'loopback', PLATFORM_TEAM: platformTeam });
  const office = path.join(workplace, 'office');
  await mkdir(office);
  const printed: string[] = [];

  const { teams } = openDirectoryStore(releases);
  const platform = new Team(['--site', url], await teams.createToken({ team: 'platform', remotes: ['*'] }), 'Grace', printed);
  const team = async (name: string, who: string) => new Team(['--site', url], await teams.createToken({ team: name, remotes: [name] }), who, printed);
  return {
    url, backend, releases, platform, workplace, printed, built,
    orders: await team('orders', 'Ada'),
    sales: await team('sales', 'Edsger'),
    async makeToken(name, remotes, where = 'site') {
      const [place, given] = where === 'site' ? [['--site', url], { token: platform.token }] : [['--store', releases], {}];
      const { out, err } = await atrium(office, ['token', 'create', name, '--remotes', remotes, ...place], given);
      const [text] = /atrium_[a-z2-7]{8}_[a-z2-7]{32,}/.exec(out) ?? [];
      if (text === undefined) throw new Error(`No token was made: ${err}`);
      printed.push(out.replace(text, ''), err);
      return text;
    },
    platformPerson() {
      const person = people.pop();
      if (!person) throw new Error('The list of the platform team is used up: raise PLATFORM_PEOPLE.');
      return person;
    },
    log: () => log,
    async stop() {
      await stopServer();
      await removeStore(workplace);
    },
  };
}
