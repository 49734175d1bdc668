import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { visit } from '../visit.ts';

test('shows and changes the language, the theme and the shortcuts of this browser', async () => {
  await visit('/account', 'signed-in');
  await userEvent.click(screen.getByRole('button', { name: 'Language English' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Deutsch' }));
  expect(screen.getByRole('button', { name: 'Language Deutsch' })).toBeVisible();

  const themes = within(screen.getByRole('radiogroup', { name: 'Theme' }));
  expect(themes.getByRole('radio', { name: 'System' })).toBeChecked();
  await userEvent.click(themes.getByRole('radio', { name: 'Dark' }));
  expect(themes.getByRole('radio', { name: 'Dark' })).toBeChecked();

  const shortcuts = screen.getByRole('switch', { name: 'Single keys, such as ? for a list of all shortcuts' });
  expect(shortcuts).toBeChecked();
  await userEvent.click(shortcuts);
  expect(shortcuts).not.toBeChecked();
});
