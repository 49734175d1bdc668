import type { AuthHandle, AuthModule } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { useEffect, useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { useOnline } from '../runtime/hooks.ts';
import { Listeners } from '../runtime/listeners.ts';
import { choiceSchema, readChoice, withinLimit, type HomeChoice } from './home-choice.ts';
import { homeText } from './messages.ts';

/** Key of the choice in the user's metadata. */
const METADATA_KEY = 'home_cards';

/** Local-storage key of a change that is not saved in the account yet. */
const STORAGE_KEY = 'atrium-home';

/**
 * The user's choice, and the function that changes it. A change shows immediately, also in the browser's other tabs, and is saved
 * in the user's metadata, for other devices. Until that succeeds, this browser stores the change, and a later visit saves it.
 */
export function useHomeChoice({ useAuth, auth }: AuthModule): readonly [choice: HomeChoice, choose: (choice: HomeChoice) => void] {
  const person = useAuth(({ user }) => user?.id ?? '');
  const metadata: unknown = useAuth(({ user }) => user?.user_metadata);
  useSyncExternalStore(listeners.subscribe, readUnsaved);

  useEffect(() => {
    if (person !== '') saveAgain(auth);
  }, [person, auth]);
  useOnline(() => saveAgain(auth));

  function choose(choice: HomeChoice): void {
    writeUnsaved(JSON.stringify({ person, choice: withinLimit(choice) }));
    const current = save(auth);
    // One message for all changes that the same save covers.
    if (reported === current) return;
    reported = current;
    current.catch(() => void showToast({ tone: 'notice', text: homeText('notSaved') }));
  }

  return [homeChoiceOf(person, metadata), choose];
}

/** The choice of a user as this browser knows it now. @param metadata the user's metadata, which users can write */
export function homeChoiceOf(person: string, metadata: unknown): HomeChoice {
  const saved: unknown = typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, METADATA_KEY) : null;
  return unsavedChoiceOf(person, readUnsaved()) ?? readChoice(saved);
}

/** Tries to save an earlier change. A failure needs no message: the user saw one when they made the change. */
function saveAgain(auth: AuthHandle): void {
  save(auth).catch(() => undefined);
}

let saving: Promise<void> | null = null;

/** The last save whose failure a change reports. */
let reported: Promise<void> | null = null;

/** Saves the unsaved change; joins a save under way, which also saves what changes meanwhile. */
function save(auth: AuthHandle): Promise<void> {
  saving ??= saveChanges(auth).finally(() => {
    saving = null;
  });
  return saving;
}

async function saveChanges(auth: AuthHandle): Promise<void> {
  for (let text = readUnsaved(); text !== null; ) {
    const choice = unsavedChoiceOf(auth.getAuth().user?.id ?? '', text);
    if (!choice) return;
    const client = await auth.getSupabase();
    // Another user may have logged in meanwhile.
    if (!unsavedChoiceOf(auth.getAuth().user?.id ?? '', text)) return;
    const { order, hidden } = choice;
    // Null removes the key.
    const stored = order.length + hidden.length > 0 ? { order, hidden } : null;
    const { error } = await client.auth.updateUser({ data: { [METADATA_KEY]: stored } });
    if (error) throw error;
    const latest = readUnsaved();
    if (latest === text) writeUnsaved(null);
    text = latest === text ? null : latest;
  }
}

const unsavedSchema = v.object({ person: v.string(), choice: choiceSchema });

/** The unsaved choice of this user; null if there is none. Another user of the browser may have left one. */
function unsavedChoiceOf(person: string, text: string | null): HomeChoice | null {
  if (text === null) return null;
  try {
    const unsaved = v.parse(unsavedSchema, JSON.parse(text));
    return unsaved.person === person ? unsaved.choice : null;
  } catch {
    // Malformed: another program has changed it.
    return null;
  }
}

/** The unsaved change as text, for browsers that refuse to store it; undefined until it is read. */
let unsavedText: string | null | undefined;
const listeners = new Listeners();

function readUnsaved(): string | null {
  if (unsavedText === undefined) {
    try {
      unsavedText = localStorage.getItem(STORAGE_KEY);
    } catch {
      unsavedText = null;
    }
  }
  return unsavedText;
}

function writeUnsaved(text: string | null): void {
  unsavedText = text;
  try {
    if (text === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, text);
  } catch {
    // The browser refuses or is full: the change lasts as long as the tab, unless it is saved.
  }
  listeners.notify();
}

// For as long as the tab lives: another tab may change the choice while this one shows another page.
window.addEventListener('storage', ({ key }) => {
  // Null if everything was removed.
  if (key !== STORAGE_KEY && key !== null) return;
  unsavedText = undefined;
  listeners.notify();
});
