import type { ReactNode } from 'react';
import { uiText } from './ui-messages.ts';

/** A message about something that happened. */
export interface AlertProps {
  /** `error` interrupts a screen reader; `success` and `info` wait for it to finish. */
  readonly tone?: 'error' | 'success' | 'info';
  /** The text, and buttons that help. */
  readonly children: ReactNode;
}

/** A box with something that just happened: what it is, and what to do next. */
export function Alert({ tone = 'error', children }: AlertProps) {
  return (
    <div className={`atrium-alert atrium-alert-${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

/** A raised surface that groups content. */
export function Card({ children }: { readonly children: ReactNode }) {
  return <div className="atrium-card">{children}</div>;
}

/** A placeholder for content that is loading, which keeps the layout from shifting. */
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
