import { ADA, backend, device, type StartOptions } from '@atrium/page-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { enter } from '../enter.ts';
import { app, phone } from '../factors.ts';
import { sent, visit } from '../visit.ts';

const HEADING = 'Confirm that it is you';
const dialog = () => screen.findByRole('dialog', { name: HEADING });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function openMenu(name: string, action: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: `More actions for ${name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: `${action} ${name}` }));
}

async function confirm(): Promise<void> {
  const asked = within(await dialog());
  await userEvent.click(asked.getByLabelText('Password'));
  await userEvent.paste(ADA.password);
  await userEvent.click(asked.getByRole('button', { name: 'Confirm' }));
}

/** A dangerous action of a user who logged in eleven minutes ago. */
interface Action {
  readonly at: string;
  readonly person: NonNullable<StartOptions['person']>;
  readonly begin: () => Promise<void>;
  /** The request that may not be sent before the user has confirmed. */
  readonly request: readonly [method: string, path: RegExp];
  /** What the user has typed on the page, by its field. */
  readonly typed?: readonly [label: string, text: string];
  /** What the user does after they have confirmed. */
  readonly goOn?: () => Promise<void>;
}

const ACTIONS: readonly (readonly [name: string, action: Action])[] = [
  [
    'removing a passkey',
    {
      at: '/account/security',
      person: { ...ADA, passkeys: [{ name: 'MacBook' }] },
      begin: () => openMenu('MacBook', 'Remove'),
      request: ['DELETE', /^\/passkeys\//],
      goOn: async () => userEvent.click(await screen.findByRole('button', { name: 'Remove' })),
    },
  ],
  [
    'adding a passkey',
    {
      at: '/account/security',
      person: ADA,
      begin: async () => userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' })),
      request: ['POST', /^\/passkeys\/registration\/verify$/],
    },
  ],
  [
    'adding an authenticator app',
    {
      at: '/account/security',
      person: ADA,
      begin: async () => userEvent.click(await screen.findByRole('button', { name: 'Add an authenticator app' })),
      request: ['POST', /^\/factors$/],
    },
  ],
  [
    'unlinking an account',
    {
      at: '/account/sign-in',
      person: { ...ADA, linked: [{ provider: 'github', email: 'ada@work.example' }] },
      begin: () => openMenu('GitHub', 'Unlink'),
      request: ['DELETE', /^\/user\/identities\//],
      goOn: async () => userEvent.click(await screen.findByRole('button', { name: 'Unlink' })),
    },
  ],
  [
    'changing the address',
    {
      at: '/account/email',
      person: ADA,
      typed: ['New email', 'ada@lovelace.example'],
      begin: () => press('Change email'),
      request: ['PUT', /^\/user$/],
    },
  ],
  [
    'changing the password',
    {
      at: '/update-password',
      person: ADA,
      typed: ['New password', 'a new horse'],
      begin: () => press('Save password'),
      request: ['PUT', /^\/user$/],
    },
  ],
];

/** Opens the page and begins the action. */
async function begun({ at, person, typed, begin }: Action): Promise<void> {
  device.offerPasskeys();
  device.offerProviders('github');
  await visit(at, { person, signedInMinutesAgo: 11 });
  if (typed) await enter(screen.getByLabelText(typed[0]), typed[1]);
  await begin();
}

const requestsOf = async ({ request: [method, path] }: Action) => (await sent(path)).filter((request) => request.method === method);

test.each(ACTIONS)('%s goes on only after the user has confirmed that it is them', async (_, action) => {
  await begun(action);
  await dialog();
  expect(await requestsOf(action)).toEqual([]);
  await confirm();
  await action.goOn?.();
  await waitFor(async () => expect(await requestsOf(action)).toHaveLength(1));
  expect(screen.queryByRole('dialog', { name: HEADING })).not.toBeInTheDocument();
});

/** An action of a menu and one of a form. */
const CANCELLED = ['removing a passkey', 'changing the address'];

test.each(ACTIONS.filter(([name]) => CANCELLED.includes(name)))('%s does nothing if they cancel, and can be started again', async (_, action) => {
  await begun(action);
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: HEADING })).not.toBeInTheDocument());
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(await requestsOf(action)).toEqual([]);
  if (action.typed) expect(screen.getByLabelText(action.typed[0])).toHaveValue(action.typed[1]);
  await action.begin();
  expect(await dialog()).toBeVisible();
});

test('removing a second factor asks for its code, too', async () => {
  await visit('/account/security', { state: 'aal2', person: { ...ADA, factors: [app, phone] }, signedInMinutesAgo: 11 });
  await openMenu('My phone', 'Remove');
  await confirm();
  const code = await within(await dialog()).findByLabelText('Code');
  await enter(code, await backend.auth.codeOf(ADA.email));
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Verify' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('My phone is removed.')).toBeVisible();
});

describe('a user whose device is lost', () => {
  const CODES = ['k4m9x7qp2ab8ht3z', '9wze6r5npd4cmq7v'];
  const field = async () => within(await dialog()).findByLabelText('Recovery code');
  const pressIn = async (name: string) => userEvent.click(await within(await dialog()).findByRole('button', { name }));

  beforeEach(async () => {
    backend.auth.allowsRecoveryCodes = true;
    await visit('/account/security', { state: 'aal2', person: { ...ADA, factors: [app, phone], recoveryCodes: CODES }, signedInMinutesAgo: 11 });
    await openMenu('My phone', 'Remove');
    await confirm();
    await pressIn('Use a recovery code');
  });

  test('confirms with a recovery code', async () => {
    expect(await field()).toHaveFocus();
    await enter(await field(), 'wrong');
    await pressIn('Verify');
    expect(await within(await dialog()).findByRole('alert')).toHaveTextContent('Wrong code, or one that was used before. Enter another one.');
    await userEvent.clear(await field());
    await enter(await field(), ' k4m9-x7qp-2ab8-ht3z ');
    await pressIn('Verify');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('My phone is removed.')).toBeVisible();
  });

  test('can return to the code of a device', async () => {
    await pressIn('Use a code from your device');
    await enter(await within(await dialog()).findByLabelText('Code'), await backend.auth.codeOf(ADA.email));
    await pressIn('Verify');
    expect(await screen.findByRole('button', { name: 'Remove' })).toBeVisible();
  });
});

test('a look at recovery codes sends no second code to a phone, and the first one stays valid', async () => {
  backend.auth.allowsRecoveryCodes = true;
  await visit('/account/security', { state: 'aal2', person: { ...ADA, factors: [phone], recoveryCodes: ['k4m9x7qp2ab8ht3z'] }, signedInMinutesAgo: 11 });
  await openMenu('My phone', 'Remove');
  await confirm();
  const challenges = async () => (await sent(/\/challenge$/)).length;
  await waitFor(async () => expect(await challenges()).toBe(1));
  await userEvent.click(await within(await dialog()).findByRole('button', { name: 'Use a recovery code' }));
  await userEvent.click(await within(await dialog()).findByRole('button', { name: 'Use a code from your device' }));
  await enter(await within(await dialog()).findByLabelText('Code'), await backend.auth.codeOf(ADA.email, 'phone'));
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Verify' }));
  expect(await screen.findByRole('button', { name: 'Remove' })).toBeVisible();
  expect(await challenges()).toBe(1);
});

test('a confirmation that comes after a log-out in another tab leaves no session behind', async () => {
  await visit('/account/security', { state: 'aal2', person: { ...ADA, factors: [app, phone] }, signedInMinutesAgo: 11 });
  await openMenu('My phone', 'Remove');
  await confirm();
  await enter(await within(await dialog()).findByLabelText('Code'), await backend.auth.codeOf(ADA.email));
  localStorage.clear();
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Verify' }));
  // Of the confirmation.
  await waitFor(async () => expect(await sent(/^\/logout/)).toHaveLength(1));
});

test('creating recovery codes asks for the password and the code', async () => {
  backend.auth.allowsRecoveryCodes = true;
  await visit('/account/security', { state: 'aal2', person: { ...ADA, factors: [app] }, signedInMinutesAgo: 11 });
  await userEvent.click(await screen.findByRole('button', { name: 'Create codes' }));
  await confirm();
  const code = await within(await dialog()).findByLabelText('Code');
  expect((await sent(/^\/factors\/recovery-codes/)).filter(({ method }) => method === 'POST')).toEqual([]);
  await enter(code, await backend.auth.codeOf(ADA.email));
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Verify' }));
  expect(await screen.findByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible();
});

test('linking an account asks the service only after the user has confirmed', async () => {
  device.offerProviders('github');
  await visit('/account/sign-in', { person: ADA, signedInMinutesAgo: 11 });
  await userEvent.click(await screen.findByRole('button', { name: 'Link GitHub' }));
  await dialog();
  const links = () => backend.requests.filter(({ path }) => path.startsWith('/user/identities/authorize'));
  expect(links()).toEqual([]);
  await confirm();
  await device.answerProvider({ email: 'ada@work.example' });
  expect(await screen.findByRole('list', { name: 'Linked accounts' })).toHaveTextContent('ada@work.example');
  expect(links()).toHaveLength(1);
});
