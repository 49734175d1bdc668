import { type ReactNode, type Ref, useId } from 'react';
import { PICTURE_MEGABYTES, PICTURE_TYPES } from './picture-file.ts';
import { pictureText } from './picture-messages.ts';
import type { PictureProblem } from './picture-problem.ts';
import classes from './picture.module.css';

interface PictureFieldProps {
  /** There is no picture yet. */
  readonly isFirst: boolean;
  readonly onChoose: (file: File | undefined) => void;
  readonly problem: PictureProblem | undefined;
  /** What was chosen is being saved. */
  readonly busy: boolean;
  /** Something else is under way. */
  readonly unavailable: boolean;
  readonly input: Ref<HTMLInputElement>;
  /** Stands beside it. */
  readonly children: ReactNode;
}

/**
 * Chooses a file. The browser's own field speaks the browser's language and has a look of its own: it is there for the
 * keyboard and for screen readers, and its label is what is seen.
 */
export function PictureField({ isFirst, onChoose, problem, busy, unavailable, input, children }: PictureFieldProps) {
  const id = useId();
  const inert = busy || unavailable;
  return (
    <div className="atrium-field">
      <div className={`atrium-row ${classes['choice'] ?? ''}`}>
        <input
          accept={PICTURE_TYPES}
          aria-describedby={problem ? `${id}-hint ${id}-error` : `${id}-hint`}
          // Not disabled: it would lose the focus.
          aria-disabled={inert || undefined}
          aria-invalid={problem ? true : undefined}
          className={`atrium-visually-hidden ${classes['file'] ?? ''}`}
          id={id}
          onChange={({ target }) => {
            const file = target.files?.[0];
            // Else the same file could not be chosen again.
            target.value = '';
            onChoose(file);
          }}
          onClick={(event) => {
            if (inert) event.preventDefault();
          }}
          ref={input}
          type="file"
        />
        <label aria-busy={busy || undefined} className="atrium-button atrium-button-quiet" htmlFor={id}>
          {pictureText(isFirst ? 'choose' : 'change')}
        </label>
        {children}
      </div>
      <p className="atrium-hint" id={`${id}-hint`}>
        {pictureText('hint', { limit: PICTURE_MEGABYTES })}
      </p>
      {problem && (
        <p className="atrium-field-error" id={`${id}-error`} role="alert">
          {problem.text}
        </p>
      )}
    </div>
  );
}
