import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './settings.module.css';

/** A list of {@link SettingItem}s in a row of a settings page. */
export function SettingItems({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div aria-label={label} className={classes['items']} role="list">
      {children}
    </div>
  );
}

interface SettingItemProps {
  readonly icon: LucideIcon;
  readonly name: string;
  /** One line about it. */
  readonly detail: string;
  /** Id of the line. */
  readonly detailId?: string;
  /** The button at the end of its line. */
  readonly action: ReactNode;
  /** The dialogs or the failure of its action. */
  readonly children?: ReactNode;
}

/** Something of the account that can be changed or removed, such as a second factor. */
export function SettingItem({ icon: Icon, name, detail, detailId, action, children }: SettingItemProps) {
  return (
    <div className={classes['item']} role="listitem">
      <Icon aria-hidden="true" className={classes['itemIcon']} size={16} />
      <div>
        <p>{name}</p>
        <p className="atrium-muted atrium-small" id={detailId}>
          {detail}
        </p>
      </div>
      {action}
      {children}
    </div>
  );
}
