import { addTranslations } from '@atrium/page-kit/messages';
import '@testing-library/jest-dom';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Preferences, showPreferences } from '../../src/frame/preferences-footer.tsx';
import { StoredPreferences } from '../../src/frame/preferences.ts';
import { reloadInPlace } from '../../src/frame/reload-in-place.ts';
import { connectDouble } from '../connect-double.ts';

jest.mock('../../src/frame/reload-in-place.ts', () => ({ reloadInPlace: jest.fn() }));

const root = document.documentElement;
let preferences: StoredPreferences;

function connect(): void {
  preferences = new StoredPreferences(['de', 'ar']);
  connectDouble({ preferences });
}

beforeEach(connect);

afterEach(() => {
  for (const name of ['atrium-language', 'atrium-theme']) document.cookie = `${name}=; Path=/; Max-Age=0`;
  delete root.dataset['theme'];
  root.lang = '';
});

test('stores another language for later documents, and reloads', async () => {
  render(<Preferences />);
  const language = screen.getByRole('combobox', { name: 'Language' });
  expect(language).toHaveDisplayValue('English');
  expect([...language.querySelectorAll('option')].map(({ text, lang }) => [lang, text])).toEqual([
    ['en', 'English'],
    ['de', 'Deutsch'],
    ['ar', 'العربية'],
  ]);
  await userEvent.selectOptions(language, 'Deutsch');
  expect(document.cookie).toBe('atrium-language=de');
  expect(reloadInPlace).toHaveBeenCalledTimes(1);
});

test('stores the language of the page again, after the reload for another one was cancelled', () => {
  jest.mocked(reloadInPlace).mockClear();
  preferences.choose({ language: 'de' });
  preferences.choose({ language: 'en' });
  expect(document.cookie).toBe('atrium-language=en');
  expect(reloadInPlace).toHaveBeenCalledTimes(1);
});

test('ignores a language that the site does not speak', () => {
  jest.mocked(reloadInPlace).mockClear();
  preferences.choose({ language: 'fr' });
  expect([document.cookie, jest.mocked(reloadInPlace).mock.calls.length]).toEqual(['', 0]);
});

test('follows the shortcuts of another tab', () => {
  const notified = jest.fn();
  preferences.subscribe(notified);
  localStorage.setItem('atrium-single-key-shortcuts', 'off');
  window.dispatchEvent(new StorageEvent('storage', { key: 'atrium-single-key-shortcuts' }));
  expect(preferences.current().singleKeyShortcuts).toBe(false);
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(preferences.current().singleKeyShortcuts).toBe(true);
  expect(notified).toHaveBeenCalledTimes(2);
});

test('shows the theme of another tab when the user returns, and keeps its own if the browser stores none', () => {
  const notified = jest.fn();
  preferences.subscribe(notified);
  document.cookie = 'atrium-theme=dark; Path=/';
  window.dispatchEvent(new Event('focus'));
  expect([root.dataset['theme'], preferences.current().theme]).toEqual(['dark', 'dark']);
  preferences.choose({ theme: 'light' });
  document.cookie = 'atrium-theme=; Path=/; Max-Age=0';
  window.dispatchEvent(new Event('focus'));
  expect([root.dataset['theme'], preferences.current().theme]).toEqual([undefined, 'system']);
  expect(notified).toHaveBeenCalledTimes(3);
  const blocked = jest.spyOn(document, 'cookie', 'get').mockReturnValue('');
  preferences.choose({ theme: 'dark' });
  window.dispatchEvent(new Event('focus'));
  expect(root.dataset['theme']).toBe('dark');
  blocked.mockRestore();
});

test('waits for Enter or the next field when the arrow keys move through the languages', () => {
  render(<Preferences />);
  const language = screen.getByRole('combobox', { name: 'Language' });
  const press = (value: string) => {
    fireEvent.keyDown(language, { key: 'ArrowDown' });
    fireEvent.change(language, { target: { value } });
  };
  press('de');
  press('en');
  fireEvent.blur(language);
  expect(document.cookie).toBe('');
  press('de');
  press('ar');
  expect(document.cookie).toBe('');
  expect(language).toHaveDisplayValue('العربية');
  fireEvent.keyDown(language, { key: 'Enter' });
  expect(document.cookie).toBe('atrium-language=ar');
  const reloads = jest.mocked(reloadInPlace).mock.calls.length;
  fireEvent.blur(language);
  expect(reloadInPlace).toHaveBeenCalledTimes(reloads);
  // The user has cancelled the reload, so that the page is still in English.
  press('en');
  fireEvent.keyDown(language, { key: 'Enter' });
  expect(document.cookie).toBe('atrium-language=en');
  press('de');
  fireEvent.blur(language);
  expect(document.cookie).toBe('atrium-language=de');
});

test('applies a theme immediately, and deletes it for the system theme', async () => {
  render(<Preferences />);
  const theme = screen.getByRole('combobox', { name: 'Theme' });
  expect(theme).toHaveDisplayValue('System');
  await userEvent.selectOptions(theme, 'Dark');
  expect([root.dataset['theme'], document.cookie]).toEqual(['dark', 'atrium-theme=dark']);
  // Of the browser's frame.
  const colors = () => [...document.querySelectorAll('meta[name="theme-color"]')].map((meta) => [meta.getAttribute('media'), meta.getAttribute('content')]);
  expect(colors()).toEqual([[null, '#0e1211']]);
  await userEvent.selectOptions(theme, 'System');
  expect([root.dataset['theme'], document.cookie]).toEqual([undefined, '']);
  expect(colors()).toEqual([['(prefers-color-scheme: light)', '#fbfcfb'], ['(prefers-color-scheme: dark)', '#0e1211']]);
});

test('follows a theme that is chosen elsewhere', async () => {
  render(<Preferences />);
  const theme = screen.getByRole('combobox', { name: 'Theme' });
  act(() => preferences.choose({ theme: 'dark' }));
  expect(theme).toHaveDisplayValue('Dark');
  await userEvent.selectOptions(theme, 'System');
  expect([root.dataset['theme'], document.cookie]).toEqual([undefined, '']);
});

test("shows the stored choices in the document's language", () => {
  root.dataset['theme'] = 'light';
  root.lang = 'de';
  addTranslations({ 'shell.frame': { 'preferences.theme': 'Farben', 'preferences.light': 'Hell' } });
  connect();
  render(<Preferences />);
  expect(screen.getByRole('combobox', { name: 'Farben' })).toHaveDisplayValue('Hell');
});

test('renders at the end of the page, outside the site', () => {
  act(() => showPreferences());
  const footer = screen.getByRole('contentinfo');
  expect(footer).toBe(document.body.lastElementChild);
  footer.remove();
});
