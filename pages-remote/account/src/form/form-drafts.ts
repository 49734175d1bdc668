import type { PageModuleStart } from '@atrium/page-kit/contract/page-module';
import { tabDrafts } from '@atrium/page-kit/ui';

/** What was typed into a form, by the names of its fields. */
export type FormDraft = ReadonlyMap<string, string>;

const kept = tabDrafts('atrium account drafts');

/** The drafts of somebody's forms begin so. A visitor's have no person. */
function ownedBy(person: string | undefined): string {
  return `${person ?? 'visitor'} `;
}

/** Where what a person types into one form is kept. */
export interface KeptForm {
  /** What was typed before and not sent; null where that is nothing. */
  readonly draft: FormDraft | null;
  /** Keeps what is typed, or, with null, no longer. */
  readonly keep: (draft: FormDraft | null) => void;
}

/** Finds the place of a form. */
export function keptForm(person: string | undefined, form: string): KeptForm {
  const key = ownedBy(person) + form;
  return {
    draft: readDraft(kept.all().find(([of]) => of === key)?.[1]),
    keep: (draft) => kept.keep(key, draft && Object.fromEntries(draft)),
  };
}

function readDraft(stored: unknown): FormDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  return new Map(Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/**
 * Drops the drafts of everyone but the person who is signed in, from now on until the signal is aborted. A person whose
 * session the service ended logs in again and goes on.
 */
export function dropDraftsOfOthers({ auth, signal }: PageModuleStart): void {
  const drop = () => {
    const { status, user, ended } = auth.getAuth();
    if (status !== 'ready' || ended === 'revoked') return;
    const own = ownedBy(user?.id);
    for (const [key] of kept.all()) if (!key.startsWith(own)) kept.keep(key, null);
  };
  drop();
  signal.addEventListener('abort', auth.subscribe(drop));
}
