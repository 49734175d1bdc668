import { backend, renderPage, type OpenPage, type SeenRequest, type StartOptions, type StartState } from '@atrium/page-kit/testing';
import { screen } from '@testing-library/react';
import account from '../src/module.ts';

/** Opens an address of the account module, for a visitor who is signed out unless told otherwise, and waits for its heading. */
export async function visit(at: string, auth: StartState | StartOptions = 'signed-out'): Promise<OpenPage> {
  // Strict, because every code and every mail that an effect asks for twice costs somebody something.
  const page = await renderPage(account, { at, auth, strict: true });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

/** Nobody with a session, and whose address no account has. */
export const STRANGER: StartOptions = { state: 'signed-out', person: null };

/** What was asked of the auth service at a path, reading apart, the newest last. */
export function sent(path: string | RegExp): readonly SeenRequest[] {
  return backend.requests.filter((request) => {
    const fits = typeof path === 'string' ? request.path === path : path.test(request.path);
    return request.service === 'auth' && request.method !== 'GET' && fits;
  });
}

/** The page of this site that the person is on the way to. */
export function nextPlace(): string | null {
  return new URLSearchParams(window.location.search).get('next');
}
