import { Menu as Base } from '@base-ui/react/menu';
import { Check, ChevronRight } from 'lucide-react';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useCloseOnBack } from './close-on-back.ts';
import { Direction, usePopupContainer } from './popup-environment.tsx';

/** A menu that a button opens. */
export interface MenuProps {
  /** The button that opens it: a `Button` or an `IconButton`. */
  readonly trigger: ReactElement;
  /** Whether it is open initially: the user pressed its placeholder while its code was loading. */
  readonly defaultOpen?: boolean;
  /** The edge of the button that the menu is aligned with: `end` by default. */
  readonly align?: 'start' | 'end';
  /** {@link MenuItem}, {@link MenuOptions}, {@link MenuChoice}, {@link MenuHeading} and {@link MenuSeparator} elements. */
  readonly children: ReactNode;
}

/** A menu of rarely used actions behind a button. Common actions should have their own buttons. */
export function Menu({ trigger, defaultOpen = false, align = 'end', children }: MenuProps) {
  const container = usePopupContainer();
  const [open, setOpen] = useState(defaultOpen);
  useCloseOnBack(open, () => setOpen(false));
  return (
    <Direction>
      {/* Not modal: a press on the page closes the menu. */}
      <Base.Root modal={false} onOpenChange={(next) => setOpen(next)} open={open}>
        <Base.Trigger render={trigger} />
        <Base.Portal container={container}>
          <Base.Backdrop className="atrium-backdrop atrium-sheet-backdrop" />
          <Base.Positioner align={align} className="atrium-popup-place" collisionPadding={8} sideOffset={6}>
            <Base.Popup className="atrium-menu">{children}</Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Direction>
  );
}

/** Windows in which menus are sheets at the bottom (primitives.css). */
const SHEETS = '(max-width: 40rem)';

/** An action in a {@link Menu}. */
export interface MenuItemProps {
  /** Called when the user chooses the item, by pointer or keyboard. The menu closes. */
  readonly onSelect: () => void;
  /** `danger` for actions that delete; they should ask first. */
  readonly tone?: 'quiet' | 'danger';
  /** The action cannot be used now, but stays in the menu so that users know about it. */
  readonly unavailable?: boolean;
  /** A decorative icon. */
  readonly icon?: ReactNode;
  /** The keys that do the same while the menu is closed, separated by spaces: `Alt ↑`. Only shown; the page listens for them. */
  readonly shortcut?: string;
  /** Its label. */
  readonly children: ReactNode;
}

/** An action in a {@link Menu}. */
export function MenuItem({ onSelect, tone = 'quiet', unavailable = false, icon, shortcut, children }: MenuItemProps) {
  return (
    <Base.Item aria-keyshortcuts={shortcut && keyNames(shortcut)} className={`atrium-menu-item atrium-menu-item-${tone}`} disabled={unavailable} onClick={onSelect}>
      {icon !== undefined && (
        <span aria-hidden="true" className="atrium-icon">
          {icon}
        </span>
      )}
      <span>{children}</span>
      {shortcut !== undefined && (
        <span aria-hidden="true" className="atrium-menu-keys">
          {/* Inside: the margin before the keys has the direction of the line. */}
          <span dir="ltr">{shortcut.split(' ').map((key, index) => <kbd key={index}>{key}</kbd>)}</span>
        </span>
      )}
    </Base.Item>
  );
}

/** Keys as `aria-keyshortcuts` names them (https://w3c.github.io/aria/#aria-keyshortcuts). */
function keyNames(shortcut: string): string {
  return shortcut.replaceAll(' ', '+').replace('↑', 'ArrowUp').replace('↓', 'ArrowDown');
}

/** Options of a {@link Menu}, one of which is chosen. */
export interface MenuChoiceProps<Value extends string> {
  /** Names the group of options. */
  readonly label: string;
  /** The options, in the order in which they are shown. */
  readonly options: readonly MenuChoiceOption<Value>[];
  /** The chosen option. */
  readonly value: Value;
  /** Called with the option that the user chooses. */
  readonly onChoose: (value: Value) => void;
  /** A decorative icon. */
  readonly icon?: ReactNode;
}

/** An option of a {@link MenuChoice}. */
export interface MenuChoiceOption<Value extends string> {
  /** Identifies the option; not shown. */
  readonly value: Value;
  /** The text of the option. */
  readonly label: string;
  /** BCP 47 tag of the label's language, if it differs from the page's. */
  readonly language?: string;
}

/** A setting in a {@link Menu}: it shows the current value, and opens a menu of all. */
export function MenuChoice<Value extends string>({ label, options, value, onChoose, icon }: MenuChoiceProps<Value>) {
  const container = usePopupContainer();
  const current = options.find((option) => option.value === value);
  return (
    <Base.SubmenuRoot>
      {/* A sheet would open over the entry that a mouse moves to. */}
      <Base.SubmenuTrigger className="atrium-menu-item" openOnHover={!matchMedia(SHEETS).matches}>
        {icon !== undefined && <span aria-hidden="true" className="atrium-icon">{icon}</span>}
        <span>{label}</span>
        <span className="atrium-menu-value" lang={current?.language}>{current?.label}</span>
        <ChevronRight aria-hidden="true" className="atrium-menu-mark" size="1rem" />
      </Base.SubmenuTrigger>
      <Base.Portal container={container}>
        <Base.Positioner className="atrium-popup-place" collisionPadding={8} sideOffset={4}>
          <Base.Popup className="atrium-menu">
            <MenuOptions onChoose={onChoose} options={options} value={value} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}

export type MenuOptionsProps<Value extends string> = Pick<MenuChoiceProps<Value>, 'options' | 'value' | 'onChoose'>;

/** The values of a setting as entries of a {@link Menu}, with a mark at the current one. */
export function MenuOptions<Value extends string>({ options, value, onChoose }: MenuOptionsProps<Value>) {
  return (
    <Base.RadioGroup
      onValueChange={(chosen: unknown) => {
        const option = options.find((one) => one.value === chosen);
        if (option) onChoose(option.value);
      }}
      value={value}
    >
      {options.map((option) => (
        <Base.RadioItem className="atrium-menu-item" closeOnClick key={option.value} value={option.value}>
          <span lang={option.language}>{option.label}</span>
          <Base.RadioItemIndicator className="atrium-option-mark"><Check aria-hidden="true" size="1rem" /></Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

/** What a {@link Menu} is about, at its beginning. It cannot be selected. */
export function MenuHeading({ children }: { readonly children: ReactNode }) {
  return <div className="atrium-menu-heading" role="presentation">{children}</div>;
}

/** A line between groups of a {@link Menu}. */
export function MenuSeparator() {
  return <Base.Separator className="atrium-menu-separator" />;
}
