import { backend, renderPage, type OpenPage, type ReceivedRequest, type StartOptions, type StartState } from '@atrium/page-kit/testing';
import { tabDrafts } from '@atrium/page-kit/ui';
import { screen, waitFor } from '@testing-library/react';
import { auth } from 'auth/auth';
import account from '../src/module.ts';

// Each test starts with an empty tab.
afterEach(() => {
  const drafts = tabDrafts('atrium account drafts');
  for (const [key] of drafts.all()) drafts.keep(key, null);
});

/** Opens an address of the account module, signed out by default, and waits for its heading. */
export async function visit(at: string, visitor: StartState | StartOptions = 'signed-out'): Promise<OpenPage> {
  // Strict mode, because an effect that runs twice must not send two codes or two mails.
  const page = await renderPage(account, { at, auth: visitor, strict: true });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

/** A signed-out visitor without an account. */
export const STRANGER: StartOptions = { state: 'signed-out', person: null };

/** The requests to a path of the auth service that change something, oldest first. Waits until the sign-in has no request running. */
export async function sent(path: string | RegExp): Promise<readonly ReceivedRequest[]> {
  await waitFor(() => {
    if (auth.getAuth().loading) throw new Error('The sign-in is still waiting for a response.');
  });
  return backend.requests.filter((request) => {
    const fits = typeof path === 'string' ? request.path === path : path.test(request.path);
    return request.service === 'auth' && request.method !== 'GET' && fits;
  });
}

/** The page of this site to continue to, from `?next=`. */
export function nextPlace(): string | null {
  return new URLSearchParams(window.location.search).get('next');
}
