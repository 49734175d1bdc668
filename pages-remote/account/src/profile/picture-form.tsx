import { useEffect, useRef } from 'react';
import { Alert, Button, useUnsavedChanges } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { Avatar } from './avatar.tsx';
import { nameOf } from './name-of.ts';
import { PictureField } from './picture-field.tsx';
import { pictureText } from './picture-messages.ts';
import { problemOf } from './picture-problem.ts';
import { useChosenPicture } from './use-chosen-picture.ts';
import { usePictureChange } from './use-picture-change.ts';
import { useStoredPicture } from './use-stored-picture.ts';
import classes from './picture.module.css';

/** The person's picture: what they choose is shown at once, and saved as soon as the browser could show it. */
export function PictureForm() {
  const person = useAuth(({ user }) => user?.id) ?? '';
  const name = useAuth(({ user }) => nameOf(user));
  const [{ stored, isUnread }, learn] = useStoredPicture();
  const chosen = useChosenPicture();
  const { picture } = chosen;
  const input = useRef<HTMLInputElement>(null);
  const change = usePictureChange(person, (now) => {
    // What is on screen is the same picture: nothing to wait for.
    learn(now && picture ? { ...now, address: picture.preview } : now);
    void chosen.choose(undefined);
  });
  const { running, outcome } = change;
  const problem = problemOf(chosen, outcome);
  // A picture that was not taken makes room for the one before.
  const preview = picture !== null && problem === undefined ? picture : null;
  useUnsavedChanges(preview !== null);

  const isChanged = outcome === 'saved' || outcome === 'removed';
  useEffect(() => {
    if (chosen.fault !== null || isChanged) input.current?.focus();
  }, [chosen.fault, isChanged]);

  return (
    <div className={classes['picture']}>
      <div className={classes['frame']}>
        <Avatar
          address={preview?.preview ?? stored?.address ?? null}
          description={pictureText(preview === null ? 'present' : 'preview')}
          name={name}
          onBroken={() => {
            if (preview !== null) chosen.noteBroken();
            else if (stored) learn({ ...stored, address: null });
          }}
          onShown={() => {
            if (preview !== null) change.store(preview);
          }}
        />
        {running === 'store' && <progress aria-label={pictureText('sending')} className={classes['progress']} value={change.part} />}
      </div>
      <div className="atrium-stack">
        <PictureField
          busy={running === 'store'}
          input={input}
          isFirst={stored === null}
          onChoose={(file) => {
            change.forgetOutcome();
            void chosen.choose(file);
          }}
          problem={problem}
          unavailable={running === 'remove'}
        >
          {stored !== null && (
            <Button
              busy={running === 'remove'}
              onClick={() => {
                void chosen.choose(undefined);
                change.remove(stored);
              }}
              unavailable={running === 'store'}
            >
              {pictureText('remove')}
            </Button>
          )}
        </PictureField>
        {picture !== null && problem?.canTryAgain && (
          <div>
            <Button
              onClick={() => {
                change.store(picture);
                input.current?.focus();
              }}
            >
              {pictureText('tryAgain')}
            </Button>
          </div>
        )}
        {isUnread && <p className="atrium-muted atrium-small">{pictureText('unread')}</p>}
        {isChanged && (
          <Alert tone="success">
            <p>{pictureText(outcome)}</p>
          </Alert>
        )}
      </div>
    </div>
  );
}
