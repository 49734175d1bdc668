import { isPicture, THUMBNAIL_LENGTH } from '../../model/files.ts';

/** Pixels of each side: twice as many as its place on the page has, for screens with two pixels for each of CSS. */
const SIDE = 96;

/** From 0 to 1: enough for such small pictures, in about 2 kB. */
const QUALITY = 0.7;

/** A small square picture of an image file, as a data URL; null for other files, and if the browser cannot read the image. */
export async function thumbnailOf(file: Blob, type: string): Promise<string | null> {
  if (!isPicture(type)) return null;
  try {
    const image = await createImageBitmap(file);
    const thumbnail = drawSquare(image);
    image.close();
    return thumbnail !== null && thumbnail.length <= THUMBNAIL_LENGTH ? thumbnail : null;
  } catch {
    // No image, or one too large for the browser's memory. The file can be stored all the same.
    return null;
  }
}

function drawSquare(image: ImageBitmap): string | null {
  const canvas = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE });
  const context = canvas.getContext('2d');
  if (!context) return null;
  const side = Math.min(image.width, image.height);
  context.drawImage(image, (image.width - side) / 2, (image.height - side) / 2, side, side, 0, 0, SIDE, SIDE);
  const address = canvas.toDataURL('image/webp', QUALITY);
  if (address.startsWith('data:image/webp')) return address;
  // Safari cannot write WebP. JPEG has no transparency.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = 'white';
  context.fillRect(0, 0, SIDE, SIDE);
  return canvas.toDataURL('image/jpeg', QUALITY);
}
