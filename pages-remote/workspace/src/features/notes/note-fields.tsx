import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect } from 'react';
import { Field, TextField } from '@atrium/page-kit/ui';
import { backspaceInList, enterInList, type Replacement, toggleList } from '../../model/checklist.ts';
import { markNew, replacements } from '../../model/merged-text.ts';
import { BODY_LENGTH, type NoteText, TITLE_LENGTH } from '../../model/notes.ts';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

interface NoteFieldsProps {
  readonly text: NoteText;
  readonly errors: NoteErrors;
  readonly onChange: (text: Partial<NoteText>) => void;
  readonly readOnly?: boolean;
  /** Shown in the title's field while it is empty. */
  readonly placeholder?: string | undefined;
  /** Shown between the fields. */
  readonly afterTitle?: ReactNode;
}

/** The fields of a form for a note. */
export function NoteFields({ text, errors, onChange, readOnly = false, placeholder, afterTitle }: NoteFieldsProps) {
  return (
    <>
      <TextField
        autoComplete="off"
        error={errors.title}
        label={notesText('fieldTitle')}
        onChange={(event) => onChange({ title: event.target.value })}
        placeholder={placeholder}
        readOnly={readOnly}
        required
        value={text.title}
      />
      {afterTitle}
      <BodyField errors={errors} onChange={onChange} placeholder={placeholder === undefined ? undefined : notesText('fieldBody')} readOnly={readOnly} rows={4} text={text} />
    </>
  );
}

interface FieldsInPlaceProps extends Omit<NoteFieldsProps, 'readOnly' | 'placeholder' | 'afterTitle'> {
  /** Another text of the note. What it lacks is marked in the fields. */
  readonly other: NoteText | null;
}

/** The fields of a note that is edited in its place: the title wraps as it does in the list, and Enter leads from it to the text. */
export function FieldsInPlace({ text, other, errors, onChange }: FieldsInPlaceProps) {
  function goToBody(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const body = event.currentTarget.form?.querySelectorAll('textarea')[1];
    body?.focus();
    body?.setSelectionRange(0, 0);
  }
  return (
    <>
      <Field error={errors.title} label={notesText('fieldTitle')}>
        {(control) => (
          <div className={classes['marked']}>
            <Marks other={other?.title} text={text.title} />
            <textarea
              {...control}
              autoComplete="off"
              dir={directionOf(text.title)}
              // A title has one line, also if a pasted text has several.
              onChange={(event) => onChange({ title: event.target.value.replace(/\s*\n\s*/g, ' ') })}
              onKeyDown={goToBody}
              required
              rows={1}
              value={text.title}
            />
          </div>
        )}
      </Field>
      {/* For browsers without `field-sizing`. */}
      <BodyField errors={errors} onChange={onChange} other={other?.body} placeholder={notesText('fieldBody')} rows={Math.min(text.body.split('\n').length + 1, 20)} text={text} />
    </>
  );
}

/** Lies behind a field, because a field cannot have marks in its text: the same text, of which only the marks are visible. */
function Marks({ text, other }: { readonly text: string; readonly other: string | undefined }) {
  if (other === undefined || other === text) return null;
  return (
    <div aria-hidden="true" dir={directionOf(text)}>
      <Marked before={other} text={text} />
    </div>
  );
}

interface MarkedProps {
  readonly text: string;
  /** The text with which it is compared. */
  readonly before: string;
}

/** A text, with marks on what another text lacks. */
export function Marked({ text, before }: MarkedProps) {
  return markNew(before, text).map((part, index) => (part.isNew ? <mark key={index}>{part.text}</mark> : part.text));
}

interface BodyFieldProps extends NoteFieldsProps {
  readonly rows: number;
  /** See {@link FieldsInPlaceProps}. */
  readonly other?: string | undefined;
}

function BodyField({ text, other, errors, onChange, readOnly = false, placeholder, rows }: BodyFieldProps) {
  return (
    <Field error={errors.body} label={notesText('fieldBody')}>
      {(control) => (
        <div className={classes['marked']}>
          <Marks other={other} text={text.body} />
          <textarea
            {...control}
            dir={directionOf(text.body)}
            onChange={(event) => onChange({ body: event.target.value })}
            onKeyDown={editList}
            placeholder={placeholder}
            readOnly={readOnly}
            rows={rows}
            value={text.body}
          />
        </div>
      )}
    </Field>
  );
}

/** The `dir` of a field: that of its text. An empty field with "auto" would be left to right, and its placeholder at the wrong end in Arabic. */
function directionOf(text: string): 'auto' | undefined {
  return text === '' ? undefined : 'auto';
}

/** Enter continues a checklist, and Backspace removes its empty items. */
function editList(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, currentTarget: field } = event;
  const { value, selectionStart: caret, selectionEnd } = field;
  const isPlain = !event.nativeEvent.isComposing && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  if (!isPlain || field.readOnly || caret !== selectionEnd) return;
  const change = key === 'Enter' ? enterInList(value, caret) : key === 'Backspace' ? backspaceInList(value, caret) : null;
  if (!change) return;
  event.preventDefault();
  replaceText(field, change);
}

/** Replaces a part of a field's text as if the user had typed it. */
function replaceText(field: HTMLTextAreaElement, { from, to, text }: Replacement): void {
  field.focus();
  field.setSelectionRange(from, to);
  // This command is deprecated, but it is the only change that the browser's "Undo" knows. Browsers may do without it.
  if ('execCommand' in document && document.execCommand(text === '' ? 'delete' : 'insertText', false, text)) return;
  field.setRangeText(text, from, to, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Makes the line at the caret of a form's text an item of a checklist, or plain text if it is one. */
export function makeList(form: HTMLFormElement | null): void {
  const body = [...(form?.querySelectorAll('textarea') ?? [])].at(-1);
  if (body && !body.readOnly) replaceText(body, toggleList(body.value, body.selectionStart));
}

/** Shows a text that others have changed too. The caret stays in its place in the text, and its line in its place in the window. */
export function showBody(form: HTMLFormElement | null, body: string): void {
  const field = form?.querySelectorAll('textarea')[1];
  if (!field) return;
  const [height, textHeight] = [field.offsetHeight, field.scrollHeight];
  let above = 0;
  for (const { from, to, text } of replacements(field.value, body)) {
    const before = field.scrollHeight;
    const isAbove = to < field.selectionStart;
    field.setRangeText(text, from, to, 'preserve');
    if (isAbove) above += field.scrollHeight - before;
  }
  const { selectionStart, selectionEnd } = field;
  // React compares the next text with the last one that was assigned, and would miss a change back to it.
  field.value = body;
  field.setSelectionRange(selectionStart, selectionEnd);
  if (above === 0 || document.activeElement !== field) return;
  // The field grows up to its greatest height, and then scrolls.
  const scrolls = field.scrollHeight - textHeight - (field.offsetHeight - height);
  field.scrollTop += Math.min(above, scrolls);
  scrollBy({ top: above - Math.min(above, scrolls), behavior: 'instant' });
}

/** What is wrong with the fields of a note. */
export interface NoteErrors {
  readonly title?: string;
  readonly body?: string;
}

/** Finds what the table would refuse. */
export function checkNote({ title, body }: NoteText): NoteErrors {
  const titleError = checkTitle(title.trim());
  const bodyLength = lengthOf(body);
  return {
    ...(titleError !== null && { title: titleError }),
    ...(bodyLength > BODY_LENGTH && { body: notesText('bodyTooLong', { limit: BODY_LENGTH, length: bodyLength }) }),
  };
}

/** Whether anything is wrong with the fields. */
export function hasErrors(errors: NoteErrors): boolean {
  return errors.title !== undefined || errors.body !== undefined;
}

function checkTitle(title: string): string | null {
  if (title === '') return notesText('titleMissing');
  const length = lengthOf(title);
  return length > TITLE_LENGTH ? notesText('titleTooLong', { limit: TITLE_LENGTH, length }) : null;
}

/** The length as the database counts it: a character outside the basic plane counts once. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** The focus of the form that unmounted last: the id of its text, the index of the field, and the caret in it; null for its end. */
let lastFocus: { readonly id: string; readonly field: number; readonly caret: number | null } | null = null;

/**
 * Focuses a form when it mounts: its first field, or the position of the caret in another form of the same text that has just
 * unmounted, because the note left the list or came back to it. Does not take the focus from another element.
 *
 * @param id of the text; null for a form that takes no focus
 */
export function useFormFocus(form: RefObject<HTMLFormElement | null>, id: string | null): void {
  useLayoutEffect(() => {
    const { current } = form;
    if (!current || id === null) return;
    if (canTakeFocus(current)) {
      const before = lastFocus?.id === id ? lastFocus : null;
      const field = fieldsOf(current)[before?.field ?? 0];
      field?.focus();
      const caret = before?.caret ?? field?.value.length ?? 0;
      field?.setSelectionRange(caret, caret);
    }
    lastFocus = null;
    return () => {
      const fields = fieldsOf(current);
      const field = fields.findIndex((one) => one === document.activeElement);
      if (field >= 0) lastFocus = { id, field, caret: fields[field]?.selectionEnd ?? null };
    };
  }, [form, id]);
}

/** Lets the form of a text take the focus in one of its fields, at the end, when it mounts. */
export function expectFocus(id: string, field: number): void {
  lastFocus = { id, field, caret: null };
}

/** Whether no control has the focus, or only the entry of a menu that has opened the form. */
function canTakeFocus(form: HTMLFormElement): boolean {
  const { activeElement: active } = document;
  return active === null || active.contains(form) || active.closest('[role=menu]') !== null;
}

function fieldsOf(form: HTMLFormElement): readonly (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
}
