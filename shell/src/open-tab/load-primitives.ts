import styles from '@atrium/page-kit/primitives/primitives.css?url';
import { loadStyleSheet } from '../site/load-style-sheet.ts';

/** Loads the primitives, once somebody wants them, with their style sheet: they would be bare for a moment before it. */
export async function loadPrimitives(): Promise<unknown> {
  const [primitives] = await Promise.all([import('@atrium/page-kit/primitives'), loadStyleSheet(styles)]);
  return primitives;
}
