import { useEffect, useRef, type ReactNode } from 'react';
import { language } from '@atrium/page-kit/messages';
import { showToast } from '@atrium/page-kit/site';
import { Avatar, Button, useUnsavedChanges } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { nameOf } from '../visitor/user-metadata.ts';
import { type ChosenPicture, MAX_PICTURE_MEGABYTES, MEGABYTE, useChosenPicture } from './chosen-picture.ts';
import { pictureText } from './messages.ts';
import { PictureField } from './picture-field.tsx';
import classes from './picture.module.css';
import { type PictureChange, usePictureChange, useStoredPicture } from './use-stored-picture.ts';

/** The user's picture. A chosen file is shown immediately, and saved once the browser was able to display it. */
export function PictureForm() {
  const userId = useAuth(({ user }) => user?.id) ?? '';
  const name = useAuth(({ user }) => nameOf(user));
  const [{ stored, isUnavailable }, setStored] = useStoredPicture();
  const chosen = useChosenPicture();
  const { picture } = chosen;
  const input = useRef<HTMLInputElement>(null);
  const change = usePictureChange(userId, (saved) => {
    // The preview is the same picture, so it stays on screen instead of loading the saved one.
    setStored(saved && picture ? { ...saved, address: picture.preview } : saved);
    void chosen.choose(undefined);
    showToast({ text: pictureText(saved ? 'saved' : 'removed') });
  });
  const { running, outcome } = change;
  const problem = problemOf(chosen, outcome);
  // After an error, the previous picture is shown again.
  const preview = picture !== null && problem === undefined ? picture : null;
  useUnsavedChanges(preview !== null);

  const isChanged = outcome === 'saved' || outcome === 'removed';
  useEffect(() => {
    if (chosen.error !== null || isChanged) input.current?.focus();
  }, [chosen.error, isChanged]);

  return (
    <div className={classes['picture']}>
      <div className={classes['frame']}>
        <LargePicture
          address={preview?.preview ?? stored?.address ?? null}
          description={pictureText(preview === null ? 'present' : 'preview')}
          initials={<Avatar id={userId} name={name} size="large" />}
          onBroken={() => {
            if (preview !== null) chosen.markBroken();
            else if (stored) setStored({ ...stored, address: null });
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
          error={problem?.text}
          input={input}
          isFirst={stored === null}
          onChoose={(file) => {
            change.clearOutcome();
            void chosen.choose(file);
          }}
          unavailable={running === 'remove'}
        >
          {stored !== null && (
            <Button
              busy={running === 'remove'}
              className="atrium-button-small"
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
        {picture !== null && problem?.canRetry && (
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
        {isUnavailable && <p className="atrium-muted atrium-small">{pictureText('unread')}</p>}
      </div>
    </div>
  );
}

interface PictureProblem {
  readonly text: string;
  /** The same picture may be accepted at the next try. */
  readonly canRetry: boolean;
}

/** What is wrong with the chosen file or with its upload; undefined when nothing is. */
function problemOf({ error, size }: ChosenPicture, outcome: PictureChange['outcome']): PictureProblem | undefined {
  const limit = MAX_PICTURE_MEGABYTES;
  if (error !== null) {
    const megabytes = (size / MEGABYTE).toLocaleString(language(), { maximumFractionDigits: 1 });
    return { text: pictureText(error, { size: megabytes, limit }), canRetry: false };
  }
  if (outcome === null || outcome === 'saved' || outcome === 'removed') return undefined;
  if (outcome === 'tooLarge') return { text: pictureText('tooLargeThere', { limit }), canRetry: false };
  return { text: pictureText(outcome), canRetry: outcome !== 'type' };
}

interface LargePictureProps {
  /** URL of the picture; null for none. */
  readonly address: string | null;
  /** Alternative text of the picture. */
  readonly description: string;
  /** Shown without a picture. */
  readonly initials: ReactNode;
  readonly onBroken: () => void;
  readonly onShown: () => void;
}

/** A large picture of the user, or the initials that the rest of the site shows. */
function LargePicture({ address, description, initials, onBroken, onShown }: LargePictureProps) {
  if (address === null) return <div className={classes['initials']}>{initials}</div>;
  // The key creates a new element for each URL, so that late events of the previous picture are not taken for this one's.
  return <img alt={description} className={classes['avatar']} key={address} onError={onBroken} onLoad={onShown} src={address} />;
}
