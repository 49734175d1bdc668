import { ADA, backend, type OpenPage } from '@atrium/page-kit/testing';
import { screen } from '@testing-library/react';
import type { NewFactor } from '../factors.ts';
import { visit } from '../visit.ts';

/** Opens the security page for Ada with these factors, after she entered a code of one. */
export async function openSecurity(factors: readonly NewFactor[], address = '/account/security'): Promise<OpenPage> {
  if (!backend.auth.hasAccount(ADA.email)) backend.auth.addPerson({ ...ADA, factors });
  const page = await visit(address, factors.length > 0 ? 'aal2' : 'signed-in');
  await screen.findByRole('button', { name: factors.length > 0 ? 'Add another method' : 'Add an authenticator app' });
  await screen.findByRole('list', { name: 'Devices' });
  return page;
}
