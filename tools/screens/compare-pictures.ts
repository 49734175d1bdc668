import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** What became of a picture. */
export type Comparison =
  | { readonly kind: 'same' }
  | {
      readonly kind: 'changed';
      /** Points that differ; all of both where their sizes do. */
      readonly points: number;
      /** PNG that shows where. */
      readonly difference: Buffer;
    };

/** How much of a point's colour may differ unseen, from 0 to 1: text is drawn a shade otherwise from time to time. */
const THRESHOLD = 0.1;

/**
 * Compares two pictures. Where their sizes differ, they are laid over each other from the upper left, and what only one
 * of them has counts as changed.
 *
 * @param before and after as PNG
 */
export function comparePictures(before: Buffer, after: Buffer): Comparison {
  if (before.equals(after)) return { kind: 'same' };
  const [one, other] = [PNG.sync.read(before), PNG.sync.read(after)];
  const [width, height] = [Math.max(one.width, other.width), Math.max(one.height, other.height)];
  const difference = new PNG({ width, height });
  const grounds = [enlarged(one, other, width, height), enlarged(other, one, width, height)] as const;
  const points = pixelmatch(grounds[0].data, grounds[1].data, difference.data, width, height, { threshold: THRESHOLD });
  return points === 0 ? { kind: 'same' } : { kind: 'changed', points, difference: PNG.sync.write(difference) };
}

/** A picture on a larger ground, of which every point differs from what the other picture has there. */
function enlarged(picture: PNG, other: PNG, width: number, height: number): PNG {
  if (picture.width === width && picture.height === height) return picture;
  const ground = new PNG({ width, height });
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const there = x < other.width && y < other.height ? (other.data[(y * other.width + x) * 4] ?? 0) : 0;
      ground.data.fill(there < 128 ? 255 : 0, (y * width + x) * 4, (y * width + x) * 4 + 3).fill(255, (y * width + x) * 4 + 3, (y * width + x) * 4 + 4);
    }
  }
  PNG.bitblt(picture, ground, 0, 0, picture.width, picture.height, 0, 0);
  return ground;
}
