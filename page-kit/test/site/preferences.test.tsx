import '@testing-library/jest-dom';
import type { Preferences, SitePreferences } from '../../src/contract/site.ts';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { connectSite, usePreferences } from '../../src/site/site.ts';

function Theme() {
  const preferences = usePreferences();
  if (preferences === null) return <p>No preferences</p>;
  const { theme, languages, choose } = preferences;
  return <button onClick={() => choose({ theme: 'dark' })} type="button">{[theme, ...languages.map(({ name }) => name)].join(', ')}</button>;
}

test('a page has the preferences once it is connected with the site, and renders again after each change', async () => {
  render(<Theme />);
  expect(screen.getByText('No preferences')).toBeVisible();

  let current: Preferences = { language: 'en', theme: 'system', singleKeyShortcuts: true };
  let notify = (): void => undefined;
  const preferences: SitePreferences = {
    languages: [{ tag: 'en', name: 'English' }],
    current: () => current,
    subscribe: (listener) => {
      notify = listener;
      return () => undefined;
    },
    choose: (changes) => {
      current = { ...current, ...changes };
      notify();
    },
  };
  act(() => connectSite({ patternOf: () => null, subscribe: () => () => undefined, prefetch: () => undefined, renderSlot: () => null, renderNotFound: () => null, preferences }));
  await userEvent.click(screen.getByRole('button', { name: 'system, English' }));
  expect(screen.getByRole('button', { name: 'dark, English' })).toBeVisible();
});
