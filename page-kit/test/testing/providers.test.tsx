import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useAuth } from 'auth/auth';
import { PROVIDERS } from '../../src/contract/auth.ts';
import { defineModuleManifest } from '../../src/contract/module-manifest.ts';
import { definePageModule } from '../../src/contract/page-module.ts';
import { ADA, backend, device, faults, renderPage, type OpenPage, type StartOptions, type StartState } from '../../src/testing/testing.ts';

function Join() {
  const { available, login, link } = useAuth((auth) => auth.providers);
  const error = useAuth((auth) => auth.error);
  const names = available();
  return (
    <>
      {names.map((name) => (
        <button key={name} onClick={() => void login(name, '/join/orders?page=2').catch(() => undefined)}>
          Continue with {PROVIDERS[name]}
        </button>
      ))}
      {names.map((name) => (
        <button key={name} onClick={() => void link(name, '/join/settings').catch(() => undefined)}>
          Link {PROVIDERS[name]}
        </button>
      ))}
      {error !== null && <p role="alert">{error}</p>}
    </>
  );
}

function Orders() {
  return <h1>Orders of {String(useAuth(({ user }) => user?.email))}</h1>;
}

const routes = { join: '/join', orders: '/join/orders', settings: '/join/settings' };
const join = definePageModule(defineModuleManifest({ name: 'join', contract: '^0.1', title: { en: 'Join' }, routes, navigation: [] }), {
  routes: {
    join: () => Promise.resolve({ default: Join }),
    orders: () => Promise.resolve({ default: Orders }),
    settings: () => Promise.resolve({ default: () => <h1>Settings</h1> }),
  },
});

function open(auth: StartState | StartOptions): Promise<OpenPage> {
  device.offerProviders('google', 'github');
  return renderPage(join, { at: '/join', auth });
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const STRANGER = { state: 'signed-out', person: null } as const;

it('sends a new user back logged in, where the page wanted', async () => {
  const page = await open(STRANGER);
  await press('Continue with Google');
  await device.answerProvider({ email: 'Cleo@example.com', name: 'Cleo' });
  expect(page.path).toBe('/join/orders?page=2');
  expect(screen.getByRole('heading')).toHaveTextContent('Orders of cleo@example.com');
  expect(page.auth.state.user?.user_metadata['name']).toBe('Cleo');
});

it('logs in a person whose account the test has linked', async () => {
  await open({ state: 'signed-out', person: { email: 'cleo@example.com', linked: [{ provider: 'github', email: 'Cleo@work.example' }] } });
  await press('Continue with GitHub');
  await device.answerProvider({ email: 'cleo@work.example' });
  expect(screen.getByRole('heading')).toHaveTextContent('Orders of cleo@example.com');
});

it('takes the password of an account whose address was never confirmed', async () => {
  backend.auth.confirmsAddresses = true;
  const page = await open(STRANGER);
  await act(() => page.auth.state.register({ email: 'cleo@example.com', password: 'of Mallory', name: 'Mallory' }));
  await press('Continue with Google');
  await device.answerProvider({ email: 'cleo@example.com', name: 'Cleo' });
  expect(page.auth.state.user).toMatchObject({ user_metadata: { name: 'Cleo' }, identities: [{ provider: 'google' }] });
  await act(() => expect(page.auth.state.login({ email: 'cleo@example.com', password: 'of Mallory' })).rejects.toMatchObject({ code: 'invalid_credentials' }));
});

it('leaves a user who cancels signed out, at the page of the site that says so', async () => {
  const page = await open(STRANGER);
  await press('Continue with Google');
  await device.answerProvider('cancelled');
  expect([page.path, page.auth.state.isAuthenticated]).toEqual(['/auth/confirm', false]);
  expect(backend.requests.some(({ path }) => path === '/token')).toBe(false);
});

it('leaves a user whose code is refused signed out', async () => {
  const page = await open(STRANGER);
  await press('Continue with Google');
  faults.next({ action: 'redeemLink', status: 500, code: 'unexpected_failure' });
  await device.answerProvider({ email: 'cleo@example.com' });
  expect([page.path, page.auth.state.isAuthenticated]).toEqual(['/auth/confirm', false]);
  expect(page.auth.state.error).not.toBeNull();
});

it('sends a user who links an account back to where the page wanted', async () => {
  const page = await open('signed-in');
  await press('Link GitHub');
  await device.answerProvider({ email: 'ada@work.example' });
  expect(page.path).toBe('/join/settings');
  await act(() => expect(page.auth.state.providers.linked()).resolves.toMatchObject([{ provider: 'github', email: 'ada@work.example' }]));
});

it('keeps a user signed in when another user has already linked the account at the provider', async () => {
  backend.auth.addPerson({ email: 'cleo@example.com', linked: [{ provider: 'github', email: 'cleo@work.example' }] });
  const page = await open('signed-in');
  await press('Link GitHub');
  await device.answerProvider({ email: 'cleo@work.example' });
  expect([page.path, page.auth.state.user?.email]).toEqual(['/auth/confirm', ADA.email]);
  await act(() => expect(page.auth.state.providers.linked()).resolves.toEqual([]));
});

it('links a provider although a test has declared that reading the factors fails', async () => {
  const page = await open('signed-in');
  faults.next({ action: 'readFactors', status: 500, code: 'unexpected_failure' });
  await press('Link GitHub');
  await device.answerProvider({ email: 'ada@work.example' });
  expect([page.path, page.auth.state.error]).toEqual(['/join/settings', null]);
});

it('refuses an answer while the page has not left', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  try {
    await open(STRANGER);
    await expect(device.answerProvider('cancelled')).rejects.toThrow("The page has not opened a provider's page.");
  } finally {
    jest.useRealTimers();
  }
});

it('reports a provider that the project does not allow', async () => {
  const page = await open('signed-in');
  await act(() => page.auth.state.providers.login('apple'));
  await expect(device.answerProvider('cancelled')).rejects.toThrow('Unsupported provider: provider is not enabled');
});
