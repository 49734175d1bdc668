import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { uiText } from './ui-messages.ts';

/** The bar above a page. */
export interface PageBarProps {
  /** The page above this one, if there is one. Wide windows show its label; narrow ones an arrow that leads to it. */
  readonly parent?: { readonly label: string; readonly to: string };
  /** The name of this page; empty while it loads. */
  readonly title: string;
  /** A decoration before the title, such as a colour. */
  readonly mark?: ReactNode;
  /** A control for what the page shows, after the title, such as a star. */
  readonly control?: ReactNode;
  /** What concerns the whole page, at the end: who is here, a button or two, a menu. */
  readonly children?: ReactNode;
}

/**
 * A bar that stays at the top of the page while the user scrolls. Put it before the element with the class `atrium-page`: the bar is as
 * wide as the window, beside the site's menu. On phones it is the only bar at the top, with the user's button at its end.
 */
export function PageBar({ parent, title, mark, control, children }: PageBarProps) {
  return (
    <div className="atrium-page-bar">
      <nav aria-label={uiText('breadcrumb')} className="atrium-page-bar-path">
        {parent && (
          <>
            <Link className="atrium-page-bar-parent" to={parent.to}>
              <svg aria-hidden="true" className="atrium-page-bar-back" viewBox="0 0 20 20">
                <path d="m12 5-5 5 5 5" />
              </svg>
              <span>{parent.label}</span>
            </Link>
            <svg aria-hidden="true" className="atrium-page-bar-mark" viewBox="0 0 20 20">
              <path d="m8 5 5 5-5 5" />
            </svg>
          </>
        )}
        {mark}
        <span aria-current="page" className="atrium-page-bar-title" dir="auto">
          {title}
        </span>
      </nav>
      {control}
      <div className="atrium-page-bar-end">{children}</div>
    </div>
  );
}
