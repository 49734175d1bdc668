import type { ReactNode, Ref } from 'react';
import classes from './settings.module.css';

interface SettingRowProps {
  readonly title: string;
  /** One sentence below the title. */
  readonly hint?: string;
  /** Hides the title and gives its column to the content, for a step with a heading of its own. */
  readonly isWide?: boolean;
  /** The heading, which can take the focus when the focused control disappears. */
  readonly heading?: Ref<HTMLHeadingElement>;
  readonly children: ReactNode;
}

/** A row of a settings page: its title on the left, and beside it what can be seen or changed. Stacked where there is no room. */
export function SettingRow({ title, hint, isWide = false, heading, children }: SettingRowProps) {
  return (
    <div className={`${classes['row']} ${isWide ? classes['rowWide'] : ''}`}>
      <div className={isWide ? 'atrium-visually-hidden' : ''}>
        <h2 className={classes['title']} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {hint !== undefined && <p className={classes['hint']}>{hint}</p>}
      </div>
      <div className="atrium-stack">{children}</div>
    </div>
  );
}
