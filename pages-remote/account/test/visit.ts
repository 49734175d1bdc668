import { backend, renderPage, type OpenPage, type SeenRequest, type StartOptions, type StartState } from '@atrium/page-kit/testing';
import { tabDrafts } from '@atrium/page-kit/ui';
import { screen, waitFor } from '@testing-library/react';
import { auth } from 'auth/auth';
import account from '../src/module.ts';

// The next test has a tab of its own.
afterEach(() => {
  const drafts = tabDrafts('atrium account drafts');
  for (const [key] of drafts.all()) drafts.keep(key, null);
});

/** Opens an address of the account module, for a visitor who is signed out unless told otherwise, and waits for its heading. */
export async function visit(at: string, visitor: StartState | StartOptions = 'signed-out'): Promise<OpenPage> {
  // Strict, because every code and every mail that an effect asks for twice costs somebody something.
  const page = await renderPage(account, { at, auth: visitor, strict: true });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

/** Nobody with a session, and whose address no account has. */
export const STRANGER: StartOptions = { state: 'signed-out', person: null };

/** What was asked of the auth service at a path, reading apart, the newest last: all of it, because the sign-in has nothing more under way. */
export async function sent(path: string | RegExp): Promise<readonly SeenRequest[]> {
  await waitFor(() => {
    if (auth.getAuth().loading) throw new Error('The sign-in still waits for an answer.');
  });
  return backend.requests.filter((request) => {
    const fits = typeof path === 'string' ? request.path === path : path.test(request.path);
    return request.service === 'auth' && request.method !== 'GET' && fits;
  });
}

/** The page of this site that the person is on the way to. */
export function nextPlace(): string | null {
  return new URLSearchParams(window.location.search).get('next');
}
