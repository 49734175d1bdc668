import { hasSingleKeyShortcuts } from '../frame/preferences.ts';
import { HAS_COMMAND_KEY } from './search-button.tsx';
import type { OfferedCommand } from './commands.ts';

/** Milliseconds to press the second key of a shortcut such as `g b`. */
const SECOND_KEY_TIME = 1_000;

/** Controls that use letters themselves: text fields, and lists in which a letter selects an entry. */
const TYPED_INTO = 'input:not([type=checkbox]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox], [role=listbox], [role=menu], [role=tree], [role=grid]';

/** One that is closing stays for a moment. */
const OPEN_DIALOG = 'dialog[open], :is([role=dialog], [role=alertdialog]):not([data-closed])';

/** Whether a dialog other than the palette is open. */
export function isDialogOpen(): boolean {
  return document.querySelector(OPEN_DIALOG) !== null;
}

/** The key that begins the palette's shortcut. */
export const PALETTE_MODIFIER = HAS_COMMAND_KEY ? 'Meta' : 'Control';

/** Whether a key press is the palette's shortcut. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  return event.metaKey === HAS_COMMAND_KEY && event.ctrlKey === !HAS_COMMAND_KEY && !event.altKey && !event.shiftKey && latinKey(event) === 'k';
}

interface ShortcutOptions {
  /** The commands for the user on the open page, in the menu's order: the first one with a shortcut wins. */
  readonly commands: () => readonly OfferedCommand[];
  readonly onCommand: (command: OfferedCommand) => void;
  /** The user pressed `?`. */
  readonly onHelp: () => void;
}

/**
 * Runs commands by their shortcuts, outside of text fields and dialogs.
 *
 * @returns the function that stops listening
 */
export function listenForShortcuts({ commands, onCommand, onHelp }: ShortcutOptions): () => void {
  let first = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function find(shortcut: string): OfferedCommand | undefined {
    return commands().find(({ declaration }) => declaration.shortcut === shortcut);
  }

  function forget(): void {
    clearTimeout(timer);
    first = '';
  }

  /** A command with this one key runs now, unless the key is also the first of two: then it waits for the second. */
  function press(key: string): boolean {
    const command = find(key);
    const begins = commands().some(({ declaration }) => declaration.shortcut?.startsWith(`${key} `));
    if (begins) {
      first = key;
      timer = setTimeout(() => {
        first = '';
        // The user may have left the page meanwhile.
        const now = isDialogOpen() ? undefined : find(key);
        if (now) onCommand(now);
      }, SECOND_KEY_TIME);
    } else if (command) {
      onCommand(command);
    }
    return begins || command !== undefined;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
    if (event.key === 'Shift') return;
    const before = first;
    forget();
    if (isTypedInto(event) || isDialogOpen() || !hasSingleKeyShortcuts()) return;
    // Latin and Arabic question mark.
    if (event.key === '?' || event.key === '؟') {
      event.preventDefault();
      onHelp();
      return;
    }
    const key = latinKey(event);
    // Some layouts have the slash on a digit's key.
    if (key === null || (event.shiftKey && key !== '/')) return;
    const second = before === '' ? undefined : find(`${before} ${key}`);
    if (second) onCommand(second);
    // The key would otherwise be typed into the field that the command focuses.
    if (second || press(key)) event.preventDefault();
  }

  window.addEventListener('keydown', onKeyDown);
  window.addEventListener('pointerdown', forget);
  return () => {
    forget();
    window.removeEventListener('keydown', onKeyDown);
    window.removeEventListener('pointerdown', forget);
  };
}

function isTypedInto({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(TYPED_INTO) !== null;
}

/** The letter, digit or slash of a key; null for other keys. Layouts without Latin letters, such as Arabic ones, have the key's position instead. */
function latinKey({ key, code }: KeyboardEvent): string | null {
  if (/^[a-z0-9/]$/i.test(key)) return key.toLowerCase();
  if (!/^[^\p{Script=Latin}]$/u.test(key)) return null;
  // Other layouts have punctuation there, such as the German hyphen.
  if (code === 'Slash') return /^\p{L}$/u.test(key) ? '/' : null;
  const position = /^(?:Key([A-Z])|Digit(\d))$/.exec(code);
  return (position?.[1] ?? position?.[2])?.toLowerCase() ?? null;
}
