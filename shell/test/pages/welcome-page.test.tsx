import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { languages } from '../../src/languages.ts';
import { OpenTabServices } from '../../src/open-tab/open-tab-services.ts';
import { renderSite } from '../render-site.tsx';
import { signInDouble } from '../sign-in-double.tsx';

test('moves the focus to the heading of the start page when the rest of it loads at the second try', async () => {
  const { module } = signInDouble();
  const loads = await renderSite('/', { auth: () => ({ success: true, value: module }) });
  let isOffline = true;
  loads.openTab.provide(() => (isOffline ? Promise.reject(new Error('offline')) : Promise.resolve(new OpenTabServices(loads, languages))));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).not.toHaveAttribute('aria-busy'));
  expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus();
  isOffline = false;
  await act(async () => {
    screen.getByRole('button', { name: 'Try again' }).click();
    await loads.openTab.get();
  });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument());
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});
