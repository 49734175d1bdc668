import { useEffect, useRef } from 'react';
import { arriveAtPage } from './page-arrival.ts';
import { uiText } from './ui-messages.ts';

export interface PageHeadingProps {
  /** Text of the heading and of the document's title. */
  readonly title: string;
}

/** The one first-level heading of a page: sets the document's title, and takes the focus after a navigation. */
export function PageHeading({ title }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arriveAtPage(title)) heading.current?.focus();
  }, [title]);
  return (
    <>
      <title>{uiText('documentTitle', { title })}</title>
      <h1 className="atrium-page-heading" ref={heading} tabIndex={-1}>
        {title}
      </h1>
    </>
  );
}
