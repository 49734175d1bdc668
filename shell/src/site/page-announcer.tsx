import { onPageArrival } from '@atrium/page-kit/ui';
import { useEffect, useState } from 'react';

/** Tells screen readers the title of the page that a navigation led to. */
export function PageAnnouncer() {
  const [title, setTitle] = useState('');
  useEffect(() => onPageArrival(setTitle), []);
  return <div className="atrium-visually-hidden" aria-live="polite" aria-atomic="true">{title}</div>;
}
