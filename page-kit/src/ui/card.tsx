import type { ReactNode } from 'react';

/** A raised surface that holds what belongs together. */
export function Card({ children }: { readonly children: ReactNode }) {
  return <div className="atrium-card">{children}</div>;
}
