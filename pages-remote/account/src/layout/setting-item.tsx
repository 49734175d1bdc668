import { Ellipsis, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton, Menu, MenuItem } from '@atrium/page-kit/primitives';
import { settingsText } from './messages.ts';
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
  /** Its state, beside the name. */
  readonly badge?: string | undefined;
  /** One line about it. */
  readonly detail?: string;
  /** Id of the line. */
  readonly detailId?: string;
  /** The button at the end of its line. */
  readonly action?: ReactNode;
  /** The dialogs of its action, and what is below it. */
  readonly children?: ReactNode;
}

/** Something of the account, such as a second factor. */
export function SettingItem({ icon: Icon, name, badge, detail, detailId, action, children }: SettingItemProps) {
  return (
    <div className={classes['item']} role="listitem">
      <Icon aria-hidden="true" className={classes['itemIcon']} size={16} />
      <div>
        <p className={classes['itemName']}>
          {name}
          {badge !== undefined && <span className={classes['badge']}>{badge}</span>}
        </p>
        {detail !== undefined && (
          <p className="atrium-muted atrium-small" id={detailId}>
            {detail}
          </p>
        )}
      </div>
      {action}
      {children}
    </div>
  );
}

/** Content below the lines of a {@link SettingItem}: details, a failure or further actions. */
export function ItemDetails({ children }: { readonly children: ReactNode }) {
  return <div className={classes['itemDetails']}>{children}</div>;
}

interface ItemMenuProps {
  /** The name of the item. */
  readonly name: string;
  readonly actions: readonly { readonly icon: LucideIcon; readonly text: string; readonly run: () => void }[];
}

/** What can be done with a {@link SettingItem}, behind a button with dots. */
export function ItemMenu({ name, actions }: ItemMenuProps) {
  return (
    <Menu trigger={<IconButton icon={<Ellipsis size={16} />} label={settingsText('actionsFor', { name })} tip={settingsText('actions')} />}>
      {actions.map(({ icon: Icon, text, run }) => (
        <MenuItem icon={<Icon size={16} />} key={text} onSelect={run}>
          {text} <span className="atrium-visually-hidden">{name}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}
