import { AUTO_REFRESH_TICK_DURATION_MS, EXPIRY_MARGIN_MS, JWKS_TTL } from '@supabase/auth-js/dist/main/lib/constants';
import { json } from './support/fake-site.ts';
import { ada, site } from './support/fresh-site.ts';
import { tab } from './support/fresh-tab.ts';

/** Compares the constants of the specification (9.7 to 9.10) with the installed supabase-js: a new version must not change them unnoticed. */
describe('the constants', () => {
  it.each([
    ['signing keys are cached for 600000 ms', JWKS_TTL, 600_000],
    ['the access token is checked every 30 seconds', AUTO_REFRESH_TICK_DURATION_MS, 30_000],
    ['it is refreshed 90 seconds before its end', EXPIRY_MARGIN_MS, 90_000],
  ])('%s', (_, installed, specified) => {
    expect(installed).toBe(specified);
  });

  it('realtime sends a heartbeat every 25 seconds and gives up after 10', async () => {
    const { realtime } = await tab.auth.getSupabase();
    expect({ heartbeat: realtime.heartbeatIntervalMs, timeout: realtime.timeout }).toEqual({ heartbeat: 25_000, timeout: 10_000 });
  });

  it('storage lists 100 entries', async () => {
    site.respondTo('POST /storage/v1/object/list/attachments', () => json(200, []));
    const { storage } = await tab.auth.getSupabase();
    await storage.from('attachments').list();
    expect(site.lastBody('POST /storage/v1/object/list/attachments')).toMatchObject({ limit: 100 });
  });

  it('the session is stored under a key from the first part of the host, the user under `user`', async () => {
    await tab.auth.getAuth().login(ada);
    const project = new URL(site.supabaseUrl).hostname.split('.')[0] ?? '';
    expect(Object.keys(localStorage).sort()).toEqual([`sb-${project}-auth-token`, 'user']);
  });

  it('a token expires `expires_in` seconds from now, independent of the clock of the service', async () => {
    site.clockAhead = 86_400;
    const before = Math.round(Date.now() / 1000);
    await tab.auth.getAuth().login(ada);
    const after = Math.round(Date.now() / 1000);
    const expiresAt = tab.auth.getAuth().session?.expires_at;
    expect(expiresAt).toBeGreaterThanOrEqual(before + 3600);
    expect(expiresAt).toBeLessThanOrEqual(after + 3600);
  });

  it('the level of a session with a second factor is aal2', async () => {
    localStorage.setItem(site.storageKey, JSON.stringify(site.newSession(ada.email, 'aal2')));
    expect((await tab.settled()).assurance).toEqual({ currentLevel: 'aal2', nextLevel: 'aal2' });
  });
});
