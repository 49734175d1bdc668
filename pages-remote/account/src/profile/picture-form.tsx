import { useEffect, useRef } from 'react';
import { language } from '@atrium/page-kit/messages';
import { Alert, Button, Field, useUnsavedChanges } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { Avatar } from './avatar.tsx';
import { nameOf } from './name-of.ts';
import { PICTURE_LIMIT, PICTURE_TYPES } from './picture-file.ts';
import { pictureText } from './picture-messages.ts';
import { type ChosenPicture, useChosenPicture } from './use-chosen-picture.ts';
import { type PictureChange, usePictureChange } from './use-picture-change.ts';
import { useStoredPicture } from './use-stored-picture.ts';
import classes from './picture.module.css';

const MEGABYTE = 1024 * 1024;
const limit = PICTURE_LIMIT / MEGABYTE;

/** The person's picture: choose, see, save or remove it. What was chosen stays until it is saved. */
export function PictureForm() {
  const person = useAuth(({ user }) => user?.id) ?? '';
  const name = useAuth(({ user }) => nameOf(user));
  const [{ stored, isUnread }, learn] = useStoredPicture();
  const chosen = useChosenPicture();
  const input = useRef<HTMLInputElement>(null);
  const change = usePictureChange(person, (now) => {
    learn(now);
    reset();
  });
  const { picture } = chosen;
  useUnsavedChanges(picture !== null);

  const isChanged = change.outcome === 'saved' || change.outcome === 'removed';
  useEffect(() => {
    if (chosen.fault !== null || isChanged) input.current?.focus();
  }, [chosen.fault, isChanged]);

  function reset(): void {
    // Else the same file could not be chosen again.
    if (input.current) input.current.value = '';
    void chosen.choose(undefined);
  }

  return (
    <div className={classes['picture']}>
      <Avatar
        address={picture?.preview ?? stored?.address ?? null}
        description={pictureText(picture === null ? 'present' : 'preview')}
        name={name}
        onBroken={() => {
          if (picture !== null) chosen.noteBroken();
          else if (stored) learn({ ...stored, address: null });
        }}
      />
      <div className="atrium-stack">
        <Field error={faultText(chosen)} hint={`${pictureText('hint', { limit })} ${pictureText('who')}`} label={pictureText('file')}>
          {(control) => (
            <input
              {...control}
              accept={PICTURE_TYPES}
              className={`atrium-input ${classes['file'] ?? ''}`}
              disabled={change.running !== null}
              onChange={({ target }) => {
                change.forgetOutcome();
                void chosen.choose(target.files?.[0]);
              }}
              ref={input}
              type="file"
            />
          )}
        </Field>
        {isUnread && <p className="atrium-muted atrium-small">{pictureText('unread')}</p>}
        {change.running === 'store' && <progress aria-label={pictureText('sending')} className={classes['progress']} value={change.part} />}
        <Outcome outcome={change.outcome} />
        {picture !== null && (
          <div className="atrium-row">
            <Button busy={change.running === 'store'} onClick={() => change.store(picture)} tone="primary">
              {pictureText('save')}
            </Button>
            <Button
              onClick={() => {
                reset();
                input.current?.focus();
              }}
              unavailable={change.running !== null}
            >
              {pictureText('cancel')}
            </Button>
          </div>
        )}
        {picture === null && stored !== null && (
          <div>
            <Button busy={change.running === 'remove'} onClick={() => change.remove(stored)}>
              {pictureText('remove')}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

function Outcome({ outcome }: Pick<PictureChange, 'outcome'>) {
  if (outcome === null) return null;
  const tone = outcome === 'saved' || outcome === 'removed' ? 'success' : 'error';
  return (
    <Alert tone={tone}>
      <p>{outcome === 'tooLarge' ? pictureText('tooLargeThere', { limit }) : pictureText(outcome)}</p>
    </Alert>
  );
}

function faultText({ fault, size }: ChosenPicture): string | undefined {
  return fault === null ? undefined : pictureText(fault, { size: (size / MEGABYTE).toLocaleString(language(), { maximumFractionDigits: 1 }), limit });
}
