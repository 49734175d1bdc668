/** Strokes in a square of 16 units, by what they stand for: the moves of the history, and what a remote's menu opens. */
const STROKES = {
  publish: 'M8 13V3.5M4 7.5l4-4 4 4',
  promote: 'm3 8.5 3.25 3.25L13 5',
  rollback: 'M3 3v4h4M3.4 7a5 5 0 1 1 1.2 4.6',
  canary: 'M5 2.5v11M5 10h2.5A3.5 3.5 0 0 0 11 6.5v-4M8.5 5 11 2.5 13.5 5',
  quarantine: 'M8 2l5 2v4c0 3-2.2 5-5 6-2.8-1-5-3-5-6V4z',
  retire: 'M2.5 3h11v3h-11zM3.5 6v7h9V6M6.5 9h3',
  details: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 7.5V11M8 5h.01',
  history: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 5v3.25l2 1.25',
} as const;

/** A decorative icon. A move of a newer server has a point. */
export function MoveIcon({ of }: { readonly of: string }) {
  const strokes = new Map<string, string>(Object.entries(STROKES)).get(of);
  return (
    <svg aria-hidden="true" fill="none" height="16" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round" strokeWidth="1.5" viewBox="0 0 16 16" width="16">
      <path d={strokes ?? 'M8 8h.01'} />
    </svg>
  );
}
