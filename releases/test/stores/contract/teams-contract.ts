import type { ReleaseStore } from '../../../src/stores/release-store.ts';
import { TeamBookError } from '../../../src/model/store-errors.ts';
import { covers } from '../../../src/teams/team-book.ts';

/** Teams and their tokens. */
export function describeTeams(open: () => Promise<ReleaseStore>): void {
  describe('teams', () => {
    test('a token has a team and its remotes, and is listed without its secret', async () => {
      const { teams } = await open();
      const text = await teams.createToken({ team: 'orders', remotes: ['orders', 'carts'] });
      const [, id = '', secret = ''] = /^atrium_([a-z2-7]{8})_([a-z2-7]{32,})$/.exec(text) ?? [];
      const team = await teams.teamOfToken(text);
      expect(team).toEqual({ team: 'orders', remotes: ['orders', 'carts'] });
      expect([covers(team ?? { remotes: [] }, 'carts'), covers(team ?? { remotes: [] }, 'shell')]).toEqual([true, false]);
      const listed = (await teams.listTeams()).find(({ team }) => team === 'orders');
      expect(listed).toEqual({
        team: 'orders',
        remotes: ['orders', 'carts'],
        tokens: [{ id, created: expect.any(String) as string, expires: null }],
      });
      expect(JSON.stringify(listed)).not.toContain(secret);
    });

    test('rejects any other text', async () => {
      const { teams } = await open();
      const text = await teams.createToken({ team: 'orders', remotes: ['orders'] });
      const last = text.at(-1) === 'a' ? 'b' : 'a';
      for (const other of ['', 'atrium_', `${text.slice(0, -1)}${last}`, `${text}a`, text.toUpperCase()]) {
        expect(await teams.teamOfToken(other)).toBeNull();
      }
    });

    test('rotates and revokes tokens one by one', async () => {
      const { teams } = await open();
      const old = await teams.createToken({ team: 'orders', remotes: ['orders'] });
      const fresh = await teams.createToken({ team: 'orders' });
      expect(await teams.revokeToken(old.split('_')[1] ?? '')).toBe(true);
      expect(await teams.teamOfToken(old)).toBeNull();
      expect(await teams.teamOfToken(fresh)).toEqual({ team: 'orders', remotes: ['orders'] });
      expect(await teams.revokeToken(old.split('_')[1] ?? '')).toBe(false);
    });

    test('rejects an expired token, and a team’s remotes can change', async () => {
      const { teams } = await open();
      const lasting = await teams.createToken({ team: 'orders', remotes: ['orders'], expiresInDays: 1 });
      const expired = await teams.createToken({ team: 'orders', remotes: ['*'], expiresInDays: 0 });
      expect(await teams.teamOfToken(expired)).toBeNull();
      expect(await teams.teamOfToken(lasting)).toEqual({ team: 'orders', remotes: ['*'] });
    });

    test.each([
      ['a new team without remotes', { team: 'orders' }],
      ['a team of a wrong name', { team: 'Orders!', remotes: ['orders'] }],
      ['no remotes', { team: 'orders', remotes: [] }],
    ])('creates no token for %s', async (_what, request) => {
      const { teams } = await open();
      await expect(teams.createToken(request)).rejects.toBeInstanceOf(TeamBookError);
      expect((await teams.listTeams()).some(({ team }) => team === request.team)).toBe(false);
    });
  });
}
