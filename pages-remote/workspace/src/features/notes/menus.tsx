import { ArrowDown, ArrowRight, ArrowUp, Paperclip, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu, MenuItem, MenuOptions, MenuSeparator, type MenuItemProps } from '@atrium/page-kit/primitives';
import { filesLabel, NoteMenuButton, OrderButton, orderText, type NoteMenuProps, type OrderMenuProps } from './menu-buttons.tsx';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

/** The open menu of a note, with all of its actions. */
export function NoteMenu({ note, actions, place }: NoteMenuProps) {
  const entry = (icon: ReactNode, label: string, onSelect: () => void, more: Pick<MenuItemProps, 'shortcut' | 'unavailable'> = {}) => (
    <MenuItem {...more} icon={icon} onSelect={onSelect}>
      {label} <span className="atrium-visually-hidden">{note.title}</span>
    </MenuItem>
  );
  return (
    <Menu defaultOpen trigger={<NoteMenuButton note={note} />}>
      {entry(<Pencil size={16} />, notesText('edit'), () => actions.edit(note), { shortcut: 'E' })}
      {entry(<Paperclip size={16} />, filesLabel(note), () => actions.toggleFiles(note))}
      {place && entry(<ArrowUp size={16} />, notesText('moveUp'), () => actions.step(note, -1, 'menu'), { shortcut: 'Alt ↑', unavailable: place === 'first' })}
      {place && entry(<ArrowDown size={16} />, notesText('moveDown'), () => actions.step(note, 1, 'menu'), { shortcut: 'Alt ↓', unavailable: place === 'last' })}
      {entry(<ArrowRight className={classes['towardsEnd']} size={16} />, notesText('moveToBoard'), () => actions.chooseBoard(note), { shortcut: 'M' })}
      <MenuSeparator />
      {entry(<Trash2 size={16} />, notesText('delete'), () => actions.remove(note))}
    </Menu>
  );
}

const ORDERS = ['own', 'newest', 'changed', 'title'] as const satisfies readonly OrderMenuProps['order'][];

/** The open menu of the orders in which a board can show its notes. */
export function OrderMenu({ order, onChoose }: OrderMenuProps) {
  return (
    <Menu defaultOpen trigger={<OrderButton order={order} />}>
      <MenuOptions onChoose={onChoose} options={ORDERS.map((value) => ({ value, label: orderText(value) }))} value={order} />
    </Menu>
  );
}
