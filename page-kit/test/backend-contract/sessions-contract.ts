import { newUser, type BackendWorld, visitForEach } from './world.ts';
import { failed, fieldsOf } from './sign-in-contract.ts';

/** The calls behind the actions for the user's sessions. */
export function describeSessions(openWorld: () => BackendWorld): void {
  const here = visitForEach(openWorld);
  const auth = () => here.tab.auth.getAuth();

  it('lists the current session first, and ends another one', async () => {
    const person = newUser();
    await auth().register(person);
    const [first] = await auth().sessions.list();
    // A second log-in opens another session and leaves the first one.
    await auth().login(person);
    const sessions = await auth().sessions.list();
    expect(sessions.map(({ id, isCurrent }) => ({ isFirst: id === first?.id, isCurrent }))).toEqual([
      { isFirst: false, isCurrent: true },
      { isFirst: true, isCurrent: false },
    ]);
    for (const { startedAt, usedAt } of sessions) expect(Date.parse(usedAt)).toBeGreaterThanOrEqual(Date.parse(startedAt));
    await auth().sessions.end(first?.id ?? '');
    expect(await auth().sessions.list()).toEqual([sessions[0]]);
    expect(auth()).toMatchObject({ loading: false, error: null, isAuthenticated: true });
  });

  it('reports sign-ins', async () => {
    await auth().register(newUser());
    expect(await auth().sessions.activity()).toMatchObject([{ kind: 'signed-in', name: '' }]);
  });

  it('refuses visitors', async () => {
    expect(await auth().sessions.list().catch(fieldsOf)).toEqual(failed('readSessions', 'insufficient_aal', 401, 'permission denied for function account_sessions'));
  });
}
