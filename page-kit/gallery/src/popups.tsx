import { AlertDialog, Dialog, IconButton, Menu, MenuChoice, MenuHeading, MenuItem, MenuSeparator, Popover, SearchList } from '@atrium/page-kit/primitives';
import { Button, TextField } from '@atrium/page-kit/ui';
import { useState } from 'react';
import { LayoutGrid, Link2, Pencil, Trash2 } from 'lucide-react';

/** The primitives that open above the page. They are drawn in the theme and the direction of the page. */
export function Popups() {
  const [open, setOpen] = useState<'dialog' | 'large' | 'window' | 'question' | 'search' | 'popover' | null>(null);
  const [order, setOrder] = useState<'new' | 'old'>('new');
  const close = () => setOpen(null);
  return (
    <div className="atrium-row">
      <Button aria-haspopup="dialog" onClick={() => setOpen('dialog')}>Dialog</Button>
      <Dialog
        actions={<Button onClick={close} tone="primary">Save name</Button>}
        description="Everyone on the board sees the new name."
        onClose={close}
        open={open === 'dialog'}
        title="Rename “Spring launch”"
      >
        <TextField defaultValue="Spring launch" label="Name of the board" />
      </Dialog>
      <Button aria-haspopup="dialog" onClick={() => setOpen('large')}>Dialog, large</Button>
      <Dialog onClose={close} open={open === 'large'} size="large" title="Share “Spring launch”">
        <TextField label="Email" placeholder="name@example.com" />
      </Dialog>
      <Button aria-haspopup="dialog" onClick={() => setOpen('window')}>Dialog, window</Button>
      <Dialog
        actions={<Button onClick={close}>Download</Button>}
        description="Maya Okonkwo · 12 kB"
        onClose={close}
        open={open === 'window'}
        size="window"
        title="icon.png"
      >
        <img alt="The icon of the site" src="/icon-192.png" />
      </Dialog>
      <Button aria-haspopup="dialog" onClick={() => setOpen('question')}>AlertDialog</Button>
      <AlertDialog
        cancel="Cancel"
        confirm="Delete board"
        description="This also deletes all its notes and files, for everyone on the board."
        failure="The service is not available. Try again in a moment."
        onCancel={close}
        onConfirm={close}
        open={open === 'question'}
        title="Delete “Spring launch”?"
      />
      <Button aria-haspopup="dialog" onClick={() => setOpen('search')}>Dialog with a SearchList</Button>
      <Dialog onClose={close} open={open === 'search'} title="Move “Book the venue” to a board">
        <SearchList
          listLabel="Boards"
          onChoose={close}
          options={[
            { value: 'launch', label: 'Spring launch', icon: <LayoutGrid size={16} /> },
            { value: 'garden', label: 'Garden', icon: <LayoutGrid size={16} />, detail: 'Maya Okonkwo' },
          ]}
          searchLabel="Search boards"
        />
      </Dialog>
      <Menu trigger={<Button>Menu</Button>}>
        <MenuHeading>Maya Okonkwo</MenuHeading>
        <MenuItem icon={<Pencil size={16} />} onSelect={close} shortcut="E">Edit</MenuItem>
        <MenuItem icon={<Link2 size={16} />} onSelect={close} unavailable>Copy link</MenuItem>
        <MenuChoice label="Order" onChoose={setOrder} options={[{ value: 'new', label: 'Newest first' }, { value: 'old', label: 'Oldest first' }]} value={order} />
        <MenuSeparator />
        <MenuItem icon={<Trash2 size={16} />} onSelect={close} tone="danger">Delete</MenuItem>
      </Menu>
      <Popover onOpenChange={(next) => setOpen(next ? 'popover' : null)} open={open === 'popover'} trigger={<Button>Popover</Button>}>
        <Button onClick={close}>Export as CSV</Button>
        <Button onClick={close}>Export as Markdown</Button>
      </Popover>
      <IconButton icon={<Pencil size={18} />} label="IconButton with a Tooltip" />
    </div>
  );
}
