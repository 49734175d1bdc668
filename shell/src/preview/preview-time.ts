/** A moment in the words of the reader's own place; in seconds since 1970. */
export function timeText(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString(document.documentElement.lang || 'en', { dateStyle: 'medium', timeStyle: 'short' });
}
