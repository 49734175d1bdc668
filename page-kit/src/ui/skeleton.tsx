import { uiText } from './ui-messages.ts';

/** Stands where content is about to appear, so that nothing jumps when it does. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div className="atrium-skeleton" role="status">
      <span className="atrium-visually-hidden">{uiText('loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span className="atrium-skeleton-line" key={line} />
      ))}
    </div>
  );
}
