import * as v from 'valibot';

const draftSchema = v.object({
  /** Id that the note has or will have: a repeated try to add it must not add it twice. */
  id: v.string(),
  /** Board that the note is or will be on; null for the person's first one. */
  board: v.nullable(v.string()),
  title: v.string(),
  body: v.string(),
  /** What was stored when the text was begun; null for a new note. */
  base: v.nullable(v.object({ title: v.string(), body: v.string(), version: v.number() })),
  /** Whether the person has saved it, and it waits for a connection. */
  waiting: v.boolean(),
});

/** Text that is not stored yet. */
export type Draft = Readonly<v.InferOutput<typeof draftSchema>>;

/** Where every release of this module finds the drafts of the tab: what was typed into one must not be lost to the next. */
const PLACE = Symbol.for('atrium workspace drafts');

/** Key of session storage, which lives as long as the tab: a reload loses nothing, and closing the tab leaves nothing behind. */
const STORAGE_KEY = 'atrium workspace drafts';

const keptSchema = v.object({ drafts: v.instance(Map<string, unknown>), changes: v.instance(EventTarget) });
const storedSchema = v.pipe(v.string(), v.parseJson(), v.array(v.tuple([v.string(), v.unknown()])));

// In memory too, so that going to another page or logging in again loses nothing where nothing can be stored.
const { drafts, changes } = kept();

function kept(): v.InferOutput<typeof keptSchema> {
  const found = v.safeParse(keptSchema, Reflect.get(globalThis, PLACE));
  if (found.success) return found.output;
  const made = { drafts: new Map(stored()), changes: new EventTarget() };
  Reflect.set(globalThis, PLACE, made);
  return made;
}

function stored(): [string, unknown][] {
  try {
    const entries = v.safeParse(storedSchema, sessionStorage.getItem(STORAGE_KEY));
    return entries.success ? entries.output : [];
  } catch {
    // A browser that forbids storage keeps drafts in memory alone.
    return [];
  }
}

function store(): void {
  try {
    if (drafts.size > 0) sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...drafts]));
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Full or forbidden: the drafts are in memory.
  }
}

/** Every draft of the tab by its key. Those that another release wrote in a way of its own are left to it. */
export function allDrafts(): (readonly [key: string, draft: Draft])[] {
  return [...drafts].flatMap(([key, value]) => {
    const draft = v.safeParse(draftSchema, value);
    return draft.success ? [[key, draft.output] as const] : [];
  });
}

/** Keeps a draft, or, with null, no longer. */
export function keepDraft(key: string, draft: Draft | null): void {
  if (draft) drafts.set(key, draft);
  else drafts.delete(key);
  store();
  changes.dispatchEvent(new Event('change'));
}

/** Calls the listener after each change, whichever release made it. Gives back the function that ends it. */
export function onDraftsChange(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}
