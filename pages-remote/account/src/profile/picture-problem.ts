import { language } from '@atrium/page-kit/messages';
import { MEGABYTE, PICTURE_MEGABYTES } from './picture-file.ts';
import { pictureText } from './picture-messages.ts';
import type { ChosenPicture } from './use-chosen-picture.ts';
import type { PictureChange } from './use-picture-change.ts';

/** Why the picture is not what the person wanted. */
export interface PictureProblem {
  readonly text: string;
  /** The same picture may be taken at the next try. */
  readonly canTryAgain: boolean;
}

/** What is wrong with what was chosen, or with what became of it; undefined for nothing. */
export function problemOf({ fault, size }: ChosenPicture, outcome: PictureChange['outcome']): PictureProblem | undefined {
  const limit = PICTURE_MEGABYTES;
  if (fault !== null) {
    const megabytes = (size / MEGABYTE).toLocaleString(language(), { maximumFractionDigits: 1 });
    return { text: pictureText(fault, { size: megabytes, limit }), canTryAgain: false };
  }
  if (outcome === null || outcome === 'saved' || outcome === 'removed') return undefined;
  if (outcome === 'tooLarge') return { text: pictureText('tooLargeThere', { limit }), canTryAgain: false };
  return { text: pictureText(outcome), canTryAgain: outcome !== 'type' };
}
