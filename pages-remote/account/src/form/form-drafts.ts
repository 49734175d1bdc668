import type { PageModuleStart } from '@atrium/page-kit/contract/page-module';
import { tabDrafts } from '@atrium/page-kit/ui';

/** What was typed into a form, by field name. */
export type FormDraft = ReadonlyMap<string, string>;

/** The stored draft of one form. */
interface StoredFormDraft {
  /** What was typed earlier and not sent; null when there is nothing. */
  readonly draft: FormDraft | null;
  /** Replaces the draft; null deletes it. */
  readonly store: (draft: FormDraft | null) => void;
}

const drafts = tabDrafts('atrium account drafts');

/** The prefix of the keys of a user's drafts. Signed-out visitors have no id. */
function keyPrefix(userId: string | undefined): string {
  return `${userId ?? 'visitor'} `;
}

/** Opens the stored draft of a form, by its name. Drafts live as long as the tab. */
export function openFormDraft(userId: string | undefined, form: string): StoredFormDraft {
  const key = keyPrefix(userId) + form;
  return {
    draft: parseDraft(drafts.all().find(([other]) => other === key)?.[1]),
    store: (draft) => drafts.keep(key, draft && Object.fromEntries(draft)),
  };
}

function parseDraft(stored: unknown): FormDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  return new Map(Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/**
 * Deletes the drafts of everyone but the signed-in user, until the signal aborts. When the service ended the session,
 * drafts stay: the user logs in again and continues.
 */
export function dropDraftsOfOthers({ auth, signal }: PageModuleStart): void {
  const drop = () => {
    const { status, user, ended } = auth.getAuth();
    if (status !== 'ready' || ended === 'revoked') return;
    const own = keyPrefix(user?.id);
    for (const [key] of drafts.all()) if (!key.startsWith(own)) drafts.keep(key, null);
  };
  drop();
  signal.addEventListener('abort', auth.subscribe(drop));
}
