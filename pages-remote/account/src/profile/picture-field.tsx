import { type ReactNode, type Ref, useId } from 'react';
import { MAX_PICTURE_MEGABYTES, PICTURE_TYPES } from './chosen-picture.ts';
import { pictureText } from './messages.ts';
import classes from './picture.module.css';

interface PictureFieldProps {
  /** The user has no picture yet. */
  readonly isFirst: boolean;
  readonly onChoose: (file: File | undefined) => void;
  readonly error: string | undefined;
  /** The chosen file is being saved. */
  readonly busy: boolean;
  /** Another action is running. */
  readonly unavailable: boolean;
  readonly input: Ref<HTMLInputElement>;
  /** Shown next to the button. */
  readonly children: ReactNode;
}

/**
 * Chooses a file. The native file input is visually hidden, because its texts are in the language of the browser. Keyboards
 * and screen readers use it, and its label looks like a button.
 */
export function PictureField({ isFirst, onChoose, error, busy, unavailable, input, children }: PictureFieldProps) {
  const id = useId();
  const inert = busy || unavailable;
  return (
    <div className="atrium-field">
      <div className={`atrium-row ${classes['choice'] ?? ''}`}>
        <input
          accept={PICTURE_TYPES}
          aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
          // Not `disabled`, which would lose the focus.
          aria-disabled={inert || undefined}
          aria-invalid={error ? true : undefined}
          className={`atrium-visually-hidden ${classes['file'] ?? ''}`}
          id={id}
          onChange={({ target }) => {
            const file = target.files?.[0];
            // So that choosing the same file again fires a change event.
            target.value = '';
            onChoose(file);
          }}
          onClick={(event) => {
            if (inert) event.preventDefault();
          }}
          ref={input}
          type="file"
        />
        <label aria-busy={busy || undefined} className="atrium-button atrium-button-quiet atrium-button-small" htmlFor={id}>
          {pictureText(isFirst ? 'choose' : 'change')}
        </label>
        {children}
      </div>
      <p className="atrium-hint" id={`${id}-hint`}>
        {pictureText('hint', { limit: MAX_PICTURE_MEGABYTES })}
      </p>
      {error && (
        <p className="atrium-field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
