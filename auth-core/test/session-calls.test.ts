import type { Auth } from '@atrium/page-kit/contract/auth';
import { hang, json } from './support/fake-site.ts';
import { ada, errors, site } from './support/fresh-site.ts';
import { tab } from './support/fresh-tab.ts';

const LIST = 'POST /rest/v1/rpc/account_sessions';
const auth = (): Auth => tab.auth.getAuth();
const failure = (): Promise<unknown> => auth().sessions.list().catch((error: unknown) => error);

beforeEach(async () => {
  await auth().login(ada);
});

it.each([
  ['a project without the migration', 404, { code: 'PGRST202', message: 'Could not find the function' }, 'Could not find the function', 'PGRST202'],
  ['the page of a proxy', 502, '<html>Bad gateway</html>', 'An error occurred while reading your sessions', 'unknown'],
])('reports %s', async (_, status, body, message, code) => {
  site.respondTo(LIST, () => (typeof body === 'string' ? new Response(body, { status }) : json(status, body)));
  expect(await failure()).toMatchObject({ name: 'AuthActionError', action: 'readSessions', status, code, message });
  expect(auth()).toMatchObject({ isAuthenticated: true, loading: false, error: message });
  expect(errors).toHaveBeenCalledWith('Sessions error:', expect.objectContaining({ code, status }));
});

it('reports a missing connection', async () => {
  site.online = false;
  expect(await failure()).toMatchObject({ code: 'network', status: 0, message: 'Failed to fetch' });
});

it('times out', async () => {
  jest.useFakeTimers();
  site.respondTo(LIST, hang);
  const result = failure();
  await jest.advanceTimersByTimeAsync(16_000);
  expect(await result).toMatchObject({ code: 'timeout', status: 0, message: 'The server took too long to respond. Check your connection and try again.' });
});
