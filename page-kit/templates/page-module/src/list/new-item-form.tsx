import { Alert, Button, Field, TextField, useUnsavedChanges } from '@atrium/page-kit/ui';
import { useEffect, useRef, useState } from 'react';
import { type Item, NOTE_LENGTH, TITLE_LENGTH } from '../items/item.ts';
import { asItemsError, type ItemsError } from '../items/items-error.ts';
import { listText } from './list-messages.ts';

interface NewItemFormProps {
  /** Stores the item. If it rejects, the form shows the error and keeps the input. */
  readonly onAdd: (item: Item) => Promise<void>;
}

interface FieldErrors {
  readonly title?: string;
  readonly note?: string;
}

/** The form for a new item. */
export function NewItemForm({ onAdd }: NewItemFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(emptyDraft);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<ItemsError | null>(null);
  const [busy, setBusy] = useState(false);

  // The site asks before it discards unsaved input, and loads no new release until then.
  useUnsavedChanges(draft.title !== '' || draft.note !== '');

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);

  async function send(): Promise<void> {
    const item = { ...draft, title: draft.title.trim() };
    const wrong = check(item);
    setErrors(wrong);
    setFailure(null);
    if (wrong.title !== undefined || wrong.note !== undefined) return;
    setBusy(true);
    try {
      await onAdd(item);
      setDraft(emptyDraft());
    } catch (error) {
      setFailure(asItemsError(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      className="atrium-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void send();
      }}
      ref={form}
    >
      <TextField
        autoComplete="off"
        error={errors.title}
        label={listText('fieldTitle')}
        onChange={(event) => setDraft({ ...draft, title: event.target.value })}
        readOnly={busy}
        required
        value={draft.title}
      />
      <Field error={errors.note} label={listText('fieldNote')}>
        {(control) => (
          <textarea
            {...control}
            onChange={(event) => setDraft({ ...draft, note: event.target.value })}
            readOnly={busy}
            rows={3}
            value={draft.note}
          />
        )}
      </Field>
      {failure && (
        <Alert>
          <p>{failure.message}</p>
        </Alert>
      )}
      <div className="atrium-row">
        <Button busy={busy} tone="primary" type="submit">
          {listText('add')}
        </Button>
      </div>
    </form>
  );
}

/** A draft has an id from the start, so that a retry does not store it twice. */
function emptyDraft(): Item {
  return { id: crypto.randomUUID(), title: '', note: '' };
}

function check({ title, note }: Item): FieldErrors {
  return {
    ...(title === '' && { title: listText('noTitle') }),
    ...(title.length > TITLE_LENGTH && { title: listText('tooLong', { most: TITLE_LENGTH }) }),
    ...(note.length > NOTE_LENGTH && { note: listText('tooLong', { most: NOTE_LENGTH }) }),
  };
}
