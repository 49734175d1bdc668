import { useState, type MouseEvent } from 'react';
import { blocksOf, type ChecklistItem, type TextBlock } from '../../model/checklist.ts';
import type { Note } from '../../model/notes.ts';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

/** Parts of a text that a note in the list shows: each paragraph of plain text and each item of a checklist is one. */
const SHOWN_PARTS = 5;

interface NoteTextProps {
  readonly note: Note;
  /** The text: that of the note, or of the user's change that waits for a connection. */
  readonly body: string;
  /** Checks or unchecks an item. Without it, the check boxes are disabled. */
  readonly onCheck: ((item: ChecklistItem, checked: boolean) => void) | undefined;
  /** Called for a click on plain text. */
  readonly onEdit: (event: MouseEvent<HTMLElement>) => void;
}

/** The text of a note in the list: its beginning, in which URLs are links and the items of checklists have check boxes. */
export function NoteText({ note, body, onCheck, onEdit }: NoteTextProps) {
  const [isOpen, setOpen] = useState(false);
  const blocks = blocksOf(body);
  const ends = blocks.map((_, index) => blocks.slice(0, index + 1).reduce((sum, block) => sum + partsOf(block), 0));
  const total = ends.at(-1) ?? 0;
  const hiddenFrom = isOpen ? total : SHOWN_PARTS;
  const classOf = (part: number, name?: string) => [name, part >= hiddenFrom ? classes['furtherPart'] : undefined].filter(Boolean).join(' ') || undefined;
  return (
    <>
      {blocks.map((block, index) => {
        const first = (ends[index] ?? 0) - partsOf(block);
        if (block.kind === 'text') {
          return (
            <p className={classOf(first, classes['body'])} dir="auto" key={index} onClick={onEdit}>
              <LinkedText text={block.text} />
            </p>
          );
        }
        return (
          // Explicit, because Safari removes the role of lists without bullets.
          <ul className={classOf(first, classes['checklist'])} key={index} role="list">
            {block.items.map((item, place) => (
              <li className={classOf(first + place)} key={item.line}>
                <CheckItem item={item} onCheck={onCheck} />
              </li>
            ))}
          </ul>
        );
      })}
      {total > SHOWN_PARTS && (
        <button aria-expanded={isOpen} className={classes['showParts']} onClick={() => setOpen(!isOpen)} type="button">
          {isOpen ? notesText('showLess') : notesText('showWhole', { count: total - SHOWN_PARTS })} <span className="atrium-visually-hidden">{note.title}</span>
        </button>
      )}
    </>
  );
}

function partsOf(block: TextBlock): number {
  return block.kind === 'text' ? 1 : block.items.length;
}

function CheckItem({ item, onCheck }: Pick<NoteTextProps, 'onCheck'> & { readonly item: ChecklistItem }) {
  const { text, checked } = item;
  return (
    <label>
      <input checked={checked} className={`atrium-checkbox ${classes['check']}`} disabled={!onCheck} onChange={({ target }) => onCheck?.(item, target.checked)} type="checkbox" />
      <span className={checked ? classes['struck'] : undefined} dir="auto">
        {text.trim() === '' ? <span className="atrium-visually-hidden">{notesText('emptyItem')}</span> : <LinkedText text={text} />}
      </span>
    </label>
  );
}

/** A URL, without the punctuation that ends a sentence. */
const ADDRESS = /(https?:\/\/[^\s<>"“”„«»]*[^\s<>"“”„«».,;:!?'’)\]}])/i;

/** A text whose URLs are links. */
function LinkedText({ text }: { readonly text: string }) {
  // Splitting at a group keeps what it matches, so every second part is a URL.
  return text.split(ADDRESS).map((part, index) =>
    index % 2 === 1 && URL.canParse(part) ? (
      <a dir="auto" href={part} key={index} rel="noopener noreferrer" target="_blank">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
