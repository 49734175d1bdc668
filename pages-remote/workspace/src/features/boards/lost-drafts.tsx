import { Button, Card } from '@atrium/page-kit/ui';
import { draftAt, draftsOf, putDraft, type Draft } from '../../sync/drafts.ts';
import { useDrafts } from '../../sync/use-drafts.ts';
import { notesText } from '../notes/notes-messages.ts';
import classes from '../notes/notes.module.css';

interface LostDraftsProps {
  readonly person: string;
  /** All boards that the user can see. */
  readonly boards: readonly { readonly id: string }[];
}

/** The user's drafts for boards that they can no longer see, so that no text is lost without their consent. */
export function LostDrafts({ person, boards }: LostDraftsProps) {
  const isLost = ({ board }: Draft) => !boards.some(({ id }) => id === board);
  return <UnsavableDrafts advice={notesText('lostAdvice')} heading={notesText('lostHeading')} isShown={isLost} person={person} />;
}

interface UnsavableDraftsProps {
  readonly person: string;
  readonly isShown: (draft: Draft) => boolean;
  /** What the texts are, and why they cannot be saved. */
  readonly heading: string;
  readonly advice: string;
}

/** Drafts that the user can only copy and discard. */
export function UnsavableDrafts({ person, isShown, heading, advice }: UnsavableDraftsProps) {
  // Re-renders when a draft is begun, saved or dropped. The texts of its result may be older, so read them again.
  useDrafts(person);
  return draftsOf(person).filter(isShown).map((draft) => (
    <Card key={draft.id}>
      <h2>{heading}</h2>
      <p>{advice}</p>
      <h3 dir="auto">{draft.title}</h3>
      <p className={classes['copied']} dir="auto">{draft.body}</p>
      <div>
        <Button onClick={() => discard(person, draft)}>
          {notesText('discard')} <span className="atrium-visually-hidden">{draft.title}</span>
        </Button>
      </div>
    </Card>
  ));
}

/** Drops a draft. It is kept with its note, or still in the form for new notes. */
function discard(person: string, { board, id }: Draft): void {
  const form = { person, board, note: null };
  putDraft(draftAt(form)?.id === id ? form : { person, board, note: id }, null);
  // The card takes the focus along.
  document.querySelector('h1')?.focus();
}
