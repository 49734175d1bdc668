import { addTranslations } from '@atrium/page-kit/messages';
import '@testing-library/jest-dom';
import { render, screen } from '@testing-library/react';
import { frameGerman } from '../../src/frame/messages.de.ts';
import { ownShortcuts } from '../../src/palette/entries.ts';
import { SearchButton } from '../../src/palette/search-button.tsx';

const root = document.documentElement;

afterEach(() => {
  root.lang = '';
});

test('names the keys of its shortcut as they are printed in the language of the page', () => {
  const { rerender } = render(<SearchButton onOpen={() => undefined} />);
  expect(screen.getByText('Ctrl K')).toBeVisible();
  root.lang = 'de';
  addTranslations({ 'shell.frame': frameGerman });
  rerender(<SearchButton onOpen={() => undefined} />);
  expect(screen.getByText('Strg K')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Suchen' })).toHaveAttribute('aria-keyshortcuts', 'Control+K');
  expect(ownShortcuts().map(({ shortcut }) => shortcut)).toEqual(['Strg K', '?']);
});
