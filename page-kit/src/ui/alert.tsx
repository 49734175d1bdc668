import type { ReactNode } from 'react';

export interface AlertProps {
  /** `error` interrupts a screen reader; `success` and `info` wait for it to finish. */
  readonly tone?: 'error' | 'success' | 'info';
  readonly children: ReactNode;
}

/** Something that just happened, in its own box: what it is, and what to do next. */
export function Alert({ tone = 'error', children }: AlertProps) {
  return (
    <div className={`atrium-alert atrium-alert-${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
