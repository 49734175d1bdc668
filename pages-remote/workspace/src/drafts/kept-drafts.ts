import { tabDrafts } from '@atrium/page-kit/ui';
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

const kept = tabDrafts('atrium workspace drafts');

/** Every draft of the tab by its key. Those that another release wrote in a way of its own are left to it. */
export function allDrafts(): (readonly [key: string, draft: Draft])[] {
  return kept.all().flatMap(([key, value]) => {
    const draft = v.safeParse(draftSchema, value);
    return draft.success ? [[key, draft.output] as const] : [];
  });
}

/** Keeps a draft, or, with null, no longer. */
export function keepDraft(key: string, draft: Draft | null): void {
  kept.keep(key, draft);
}

/** Calls the listener after each change, whichever release made it. Gives back the function that ends it. */
export function onDraftsChange(listener: () => void): () => void {
  return kept.subscribe(listener);
}
