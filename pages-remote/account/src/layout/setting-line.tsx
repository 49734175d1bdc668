import type { ReactNode } from 'react';
import { LinkButton, type LinkButtonProps } from '@atrium/page-kit/ui';
import classes from './settings.module.css';

/** A value of a {@link SettingRow} with its action at the end of the line. */
export function SettingLine({ children, action }: { readonly children: ReactNode; readonly action: ReactNode }) {
  return (
    <div className={classes['line']}>
      <div>{children}</div>
      {action}
    </div>
  );
}

interface ChangeLinkProps extends Pick<LinkButtonProps, 'to' | 'state'> {
  /** What the link changes, such as "Change your email": its accessible name, which starts with the visible word. */
  readonly name: string;
  readonly children: string;
}

/** The link at the end of a line to the page that changes its value. */
export function ChangeLink({ name, children, ...rest }: ChangeLinkProps) {
  return (
    <LinkButton {...rest} aria-label={name} className="atrium-button-small" tone="quiet">
      {children}
    </LinkButton>
  );
}
