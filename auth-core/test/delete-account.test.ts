import type { Auth } from '@atrium/page-kit/contract/auth';
import { hang, json } from './support/fake-site.ts';
import { ada, errors, site } from './support/fresh-site.ts';
import { tab } from './support/fresh-tab.ts';
import { openTab } from './support/open-tab.ts';

const DELETION = 'POST /functions/v1/account-delete';
const auth = (): Auth => tab.auth.getAuth();
const failure = (): Promise<unknown> => auth().deleteAccount(ada.password).catch((error: unknown) => error);

beforeEach(async () => {
  await auth().login(ada);
  site.respondTo(DELETION, () => json(200, {}));
});

it('sends the password with the session\'s token, and signs out without a request', async () => {
  const token = auth().session?.access_token ?? '';
  await auth().deleteAccount(ada.password);
  expect(site.requests.find(({ path }) => path.endsWith('/account-delete'))).toMatchObject({ body: { password: ada.password }, authorization: `Bearer ${token}` });
  expect(auth()).toMatchObject({ user: null, session: null, isAuthenticated: false, loading: false, error: null, ended: 'deleted' });
  expect(localStorage.getItem(site.storageKey)).toBeNull();
  expect(localStorage.getItem('user')).toBeNull();
  expect(site.count('POST /auth/v1/logout')).toBe(0);
});

it('signs the user out in other tabs', async () => {
  const other = await openTab(site);
  expect(await other.settled()).toMatchObject({ isAuthenticated: true });
  const left = other.until(({ isAuthenticated }) => !isAuthenticated);
  await auth().deleteAccount(ada.password);
  expect(await left).toMatchObject({ user: null, session: null });
});

it.each([
  ['a wrong password', 403, { code: 'wrong_password', message: 'The password is not right.' }, 'The password is not right.', 'invalid_credentials'],
  ['a missing code', 403, { code: 'second_factor_needed', message: 'Enter a code first.' }, 'Enter a code first.', 'insufficient_aal'],
  ['an ended session', 401, { code: 'not_signed_in', message: 'Your session has ended.' }, 'Your session has ended.', 'session_not_found'],
  ['too many attempts', 429, { code: 'too_many', message: 'Wait a few minutes.' }, 'Wait a few minutes.', 'over_request_rate_limit'],
  ['an unfinished deletion', 500, { code: 'unfinished', message: 'Try again in a while.' }, 'Try again in a while.', 'unfinished'],
  ['a response without a message', 502, '<html>', 'An error occurred while deleting your account', 'unknown'],
])('stays signed in after %s, and rejects', async (_, status, body, message, code) => {
  site.respondTo(DELETION, () => json(status, body));
  expect(await failure()).toMatchObject({ name: 'AuthActionError', action: 'deleteAccount', status, code, message });
  expect(auth()).toMatchObject({ isAuthenticated: true, loading: false, error: message });
  expect(localStorage.getItem(site.storageKey)).not.toBeNull();
  expect(errors).toHaveBeenCalledWith('Deletion error:', expect.objectContaining({ code, status }));
  expect(JSON.stringify(errors.mock.calls)).not.toMatch(/correct horse|Bearer/);
});

it('stays signed in while offline', async () => {
  site.online = false;
  expect(await failure()).toMatchObject({ code: 'network', status: 0, message: 'Failed to fetch' });
  expect(auth().isAuthenticated).toBe(true);
});

it('times out after a minute', async () => {
  jest.useFakeTimers();
  site.respondTo(DELETION, hang);
  const result = failure();
  await jest.advanceTimersByTimeAsync(61_000);
  expect(await result).toMatchObject({ code: 'timeout', status: 0, message: 'The server took too long to respond. Check your connection and try again.' });
  expect(auth().isAuthenticated).toBe(true);
});

it('sends no request without a session', async () => {
  await auth().logout();
  expect(await failure()).toMatchObject({ code: 'session_not_found', status: 400 });
  expect(site.count(DELETION)).toBe(0);
});
