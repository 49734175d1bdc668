import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './settings.module.css';

/** A list of {@link SettingItem}s in a row of a settings page. */
export function SettingItems({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes['items']} role="list">
      {children}
    </div>
  );
}

interface SettingItemProps {
  readonly icon: LucideIcon;
  readonly name: string;
  /** One line about it. */
  readonly detail: string;
  /** The button at the end of its line. */
  readonly action: ReactNode;
  /** The dialogs of its action. */
  readonly children?: ReactNode;
}

/** Something of the account that can be changed or removed, such as a second factor. */
export function SettingItem({ icon: Icon, name, detail, action, children }: SettingItemProps) {
  return (
    <div className={classes['item']} role="listitem">
      <Icon aria-hidden="true" className={classes['itemIcon']} size={16} />
      <div>
        <p>{name}</p>
        <p className="atrium-muted atrium-small">{detail}</p>
      </div>
      {action}
      {children}
    </div>
  );
}
