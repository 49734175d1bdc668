import { Button, Card } from '@atrium/page-kit/ui';
import { draftAt, draftsOf, putDraft } from '../drafts/drafts.ts';
import type { Draft } from '../drafts/kept-drafts.ts';
import { useDrafts } from '../drafts/use-drafts.ts';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

interface LostDraftsProps {
  readonly person: string;
  /** All boards that the person sees. */
  readonly boards: readonly { readonly id: string }[];
}

/** What a person wrote for boards that they do not see any more: nothing is thrown away unasked. */
export function LostDrafts({ person, boards }: LostDraftsProps) {
  // Draws anew when there are others; their texts are read here.
  useDrafts(person);
  const lost = draftsOf(person).filter(({ board }) => board !== null && !boards.some(({ id }) => id === board));
  return lost.map((draft) => (
    <Card key={draft.id}>
      <h2>{notesText('lostHeading')}</h2>
      <p>{notesText('lostAdvice')}</p>
      <h3 dir="auto">{draft.title}</h3>
      <p className={classes['body']} dir="auto">{draft.body}</p>
      <div>
        <Button
          onClick={() => discard(person, draft)}
        >
          {notesText('discard')} <span className="atrium-visually-hidden">{draft.title}</span>
        </Button>
      </div>
    </Card>
  ));
}

/** Drops a draft, which is kept under its own id unless it is still in the form for new notes. */
function discard(person: string, { board, id }: Draft): void {
  const form = { person, board, note: null };
  putDraft(draftAt(form)?.id === id ? form : { person, board, note: id }, null);
}
