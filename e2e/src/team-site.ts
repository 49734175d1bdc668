import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.ts';
import { newPerson, type Person } from './people.ts';
import { copyPublishedBuilds } from './published-builds.ts';
import { runServer } from './running-server.ts';
import type { RunningSite } from './running-site.ts';
import { test as siteTest } from './site-test.ts';
import { buildModule, rebuildPart } from './team-folder.ts';
import { atrium, Team } from './team.ts';

/** A site with teams that have tokens, and what they have built. */
export interface TeamSite extends RunningSite {
  readonly platform: Team;
  readonly orders: Team;
  readonly sales: Team;
  /** Folders with builds. */
  readonly built: Readonly<Record<'ordersFirst' | 'ordersSecond' | 'sales' | 'shell' | 'auth', string>>;
  /** A folder for further ones. */
  readonly workplace: string;
  /** All that the site's server has logged. */
  log(): string;
  /** All that the command has printed, without the texts of new tokens, which it shows once. */
  readonly printed: readonly string[];
  /** Somebody who has no account yet and whose address is on the list of the platform team; another one each time. */
  platformPerson(): Person;
  /** Makes a token, as the platform team does. */
  makeToken(team: string, remotes: string): Promise<string>;
}

/** As many people of the platform team as tests of one file ask for. */
const PLATFORM_PEOPLE = 12;

/** Tests with teams that release on their own; all of a file share one site. */
export const teamTest = siteTest.extend<object, { teams: TeamSite }>({
  teams: [
    async ({ site }, provide) => {
      const teams = await runTeamSite(site);
      await provide(teams);
      await teams.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ teams }, provide) => provide(teams.url),
});

async function runTeamSite({ backend }: RunningSite): Promise<TeamSite> {
  const workplace = await mkdtemp(path.join(tmpdir(), 'atrium-e2e-teams-'));
  const releases = path.join(workplace, 'releases');
  await copyPublishedBuilds(releases);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let log = '';
  const people = Array.from({ length: PLATFORM_PEOPLE }, () => newPerson('Grace Hopper'));
  const platformTeam = people.map(({ email }) => email).join(',');
  // Visitors of different networks come by a proxy.
  const stopServer = await runServer(port, releases, backend, (text) => (log += text), { TRUST_PROXY: 'loopback', PLATFORM_TEAM: platformTeam });
  const office = path.join(workplace, 'office');
  await mkdir(office);
  const printed: string[] = [];

  const tokenFrom = async (args: readonly string[], token?: string): Promise<string> => {
    const { out, err } = await atrium(office, ['token', 'create', ...args], token === undefined ? {} : { token });
    const [text] = /atrium_[a-z2-7]{8}_[a-z2-7]{32,}/.exec(out) ?? [];
    if (text === undefined) throw new Error(`No token was made: ${err}`);
    printed.push(out.replace(text, ''), err);
    return text;
  };
  const platform = new Team(['--site', url], await tokenFrom(['platform', '--remotes', '*', '--store', releases]), 'Grace', printed);
  const makeToken = (team: string, remotes: string) => tokenFrom([team, '--remotes', remotes, '--site', url], platform.token);
  const team = async (name: string, who: string) => new Team(['--site', url], await makeToken(name, name), who, printed);
  const [orders, sales] = [await team('orders', 'Ada'), await team('sales', 'Edsger')];
  return {
    url, backend, releases, platform, orders, sales, workplace, printed, makeToken,
    built: await buildAll(workplace),
    platformPerson() {
      const person = people.pop();
      if (!person) throw new Error('The list of the platform team is used up: raise PLATFORM_PEOPLE.');
      return person;
    },
    log: () => log,
    async stop() {
      await stopServer();
      await rm(workplace, { recursive: true, force: true });
    },
  };
}

async function buildAll(below: string): Promise<TeamSite['built']> {
  const orders = { name: 'orders', title: 'Orders', path: '/orders' };
  const sales = { name: 'sales', title: 'Sales', path: '/sales', edition: 'What was sold', details: 'And to whom' };
  const [shell, modules] = await Promise.all([
    rebuildPart(below, 'shell', 'src/messages.ts', (text) => text.replace("'Create account'", "'Join us'")),
    (async () => ({
      ordersFirst: await buildModule(below, { ...orders, edition: 'The first edition', details: 'Details of the first' }),
      ordersSecond: await buildModule(below, { ...orders, edition: 'The second edition', details: 'Details of the second' }),
      sales: await buildModule(below, sales),
      auth: await rebuildPart(below, 'auth-remote', 'src/messages.ts', (text) => text.replace("'Checking your sign-in …'", "'Looking who you are …'")),
    }))(),
  ]);
  return { shell, ...modules };
}
