import { StoredPreferences } from '../../src/frame/preferences.ts';
import type { OfferedCommand } from '../../src/palette/commands.ts';
import { listenForShortcuts } from '../../src/palette/shortcuts.ts';
import { newInTab } from '../../src/runtime/tab-modules.ts';
import { manifestOf, moduleFor } from '../render-site.tsx';

const orders = newInTab(moduleFor(manifestOf('orders')));
const commandWith = (key: string, shortcut: string): OfferedCommand => ({ module: orders, key, path: null, declaration: { title: { en: key }, shortcut } });

const { choose } = new StoredPreferences([]);

let ran: string[];
let stop = () => undefined as void;

function listen(...commands: readonly OfferedCommand[]): void {
  stop = listenForShortcuts({ commands: () => commands, onCommand: ({ key }) => ran.push(key), onHelp: () => ran.push('help') });
}

/** Presses a key, and returns whether a shortcut used it. */
function press(key: string, init: KeyboardEventInit = {}, target: EventTarget = document.body): boolean {
  const event = new KeyboardEvent('keydown', { key, code: `Key${key.toUpperCase()}`, bubbles: true, cancelable: true, ...init });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}

beforeEach(() => {
  jest.useFakeTimers();
  ran = [];
});

afterEach(() => {
  stop();
  jest.useRealTimers();
  document.body.replaceChildren();
  choose({ singleKeyShortcuts: true });
});

test('a key runs its command, the first one if two have the same shortcut', () => {
  listen(commandWith('compose', 'c'), commandWith('cancel', 'c'));
  expect(press('c')).toBe(true);
  expect(press('x')).toBe(false);
  expect(ran).toEqual(['compose']);
});

test('the second key of a sequence counts for one second', () => {
  listen(commandWith('boards', 'g b'), commandWith('bold', 'b'));
  press('g');
  jest.advanceTimersByTime(999);
  press('b');
  press('g');
  jest.advanceTimersByTime(1_000);
  press('b');
  press('g');
  press('x');
  press('b');
  expect(ran).toEqual(['boards', 'bold', 'bold']);
});

test('a key that is a shortcut and begins another one waits for the second key', () => {
  listen(commandWith('go', 'g'), commandWith('boards', 'g b'));
  press('g');
  expect(ran).toEqual([]);
  jest.advanceTimersByTime(1_000);
  expect(ran).toEqual(['go']);
  press('g');
  press('b');
  jest.advanceTimersByTime(1_000);
  expect(ran).toEqual(['go', 'boards']);
});

test('a command that waits for a second key does not run if the user presses something else, or a dialog opens', () => {
  listen(commandWith('go', 'g'), commandWith('boards', 'g b'));
  press('g');
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  jest.advanceTimersByTime(1_000);
  press('g');
  document.body.innerHTML = '<div role="dialog"></div>';
  jest.advanceTimersByTime(1_000);
  expect(ran).toEqual([]);
});

test.each<[string, string]>([
  ['a text field', '<input>'],
  ['a text area', '<textarea></textarea>'],
  ['a list with an own search by letters', '<div role="listbox"></div>'],
  ['editable text', '<div contenteditable="true"></div>'],
])('keys in %s are not shortcuts', (_what, html) => {
  listen(commandWith('compose', 'c'));
  document.body.innerHTML = html;
  expect(press('c', {}, document.body.firstElementChild ?? document.body)).toBe(false);
  expect(press('?', {}, document.body.firstElementChild ?? document.body)).toBe(false);
  expect(ran).toEqual([]);
});

test('keys are not shortcuts while a dialog is open, with modifiers, or when the page has used them', () => {
  listen(commandWith('compose', 'c'));
  press('c', { ctrlKey: true });
  press('c', { metaKey: true });
  press('c', { altKey: true });
  press('C', { shiftKey: true });
  press('c', { repeat: true });
  const button = document.body.appendChild(document.createElement('button'));
  button.addEventListener('keydown', (event) => event.preventDefault());
  press('c', {}, button);
  document.body.innerHTML = '<div role="dialog"></div>';
  press('c');
  expect(ran).toEqual([]);
});

test('keys are shortcuts as soon as the dialog closes, which takes a moment', () => {
  listen(commandWith('compose', 'c'));
  document.body.innerHTML = '<div data-closed role="dialog"></div>';
  press('c');
  expect(ran).toEqual(['compose']);
});

test.each(['?', '؟'])('%s asks for the list of shortcuts', (key) => {
  listen();
  expect(press(key, { shiftKey: true, code: 'Slash' })).toBe(true);
  expect(ran).toEqual(['help']);
});

test('keyboards without Latin letters use the position of the key, and Caps Lock changes nothing', () => {
  listen(commandWith('compose', 'c'));
  press('ؤ', { code: 'KeyC' });
  press('C', { code: 'KeyC' });
  expect(ran).toEqual(['compose', 'compose']);
});

test('the slash is a shortcut on any layout, but not the hyphen at its position', () => {
  listen(commandWith('search', '/'));
  expect(press('/', { code: 'Slash' })).toBe(true);
  press('/', { code: 'Digit7', shiftKey: true });
  press('ظ', { code: 'Slash' });
  press('-', { code: 'Slash' });
  expect(ran).toEqual(['search', 'search', 'search']);
});

test('users can switch single-key shortcuts off, and on again', () => {
  listen(commandWith('compose', 'c'));
  choose({ singleKeyShortcuts: false });
  press('c');
  press('?');
  expect(ran).toEqual([]);
  choose({ singleKeyShortcuts: true });
  press('c');
  expect(ran).toEqual(['compose']);
});

test('the switch works for the tab if storage is blocked', () => {
  listen(commandWith('compose', 'c'));
  const blocked = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  choose({ singleKeyShortcuts: false });
  press('c');
  expect(ran).toEqual([]);
  blocked.mockRestore();
});
