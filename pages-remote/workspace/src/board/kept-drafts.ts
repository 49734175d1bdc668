import * as v from 'valibot';
import { noteSchema } from '../notes/note.ts';

const draftSchema = v.object({
  /** Id that the note has or will have: a repeated try to add it must not add it twice. */
  id: v.string(),
  title: v.string(),
  body: v.string(),
  /** The stored note that the text is a change of; null for a new one. */
  base: v.nullable(noteSchema),
});

/** Text that is not stored yet. */
export type Draft = Readonly<v.InferOutput<typeof draftSchema>>;

/** Where every release of this module finds the drafts of the tab: what was typed into one must not be lost to the next. */
const PLACE = Symbol.for('atrium workspace drafts');

const keptSchema = v.object({ drafts: v.instance(Map<string, unknown>), changes: v.instance(EventTarget) });

// In memory, so that going to another page or logging in again loses nothing, and closing the tab leaves nothing behind.
const { drafts, changes } = kept();

function kept(): v.InferOutput<typeof keptSchema> {
  const found = v.safeParse(keptSchema, Reflect.get(globalThis, PLACE));
  if (found.success) return found.output;
  const made = { drafts: new Map<string, unknown>(), changes: new EventTarget() };
  Reflect.set(globalThis, PLACE, made);
  return made;
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
  changes.dispatchEvent(new Event('change'));
}

/** Calls the listener after each change, whichever release made it. */
export function onDraftsChange(listener: () => void): void {
  changes.addEventListener('change', listener);
}
