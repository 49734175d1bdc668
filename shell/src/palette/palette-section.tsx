import { Icon } from '@atrium/page-kit/icons';
import { Fragment, useId, type MouseEvent } from 'react';
import type { PaletteEntry, PaletteSection } from './entries.ts';
import { markMatches } from './matching.ts';
import { paletteText } from './messages.ts';

interface SectionProps {
  readonly section: PaletteSection;
  readonly query: string;
  readonly active: PaletteEntry | undefined;
  readonly optionId: (entry: PaletteEntry) => string;
  readonly onPoint: (id: string) => void;
  readonly onChoose: (entry: PaletteEntry, event: MouseEvent) => void;
}

/** Groups whose lines do not name their module: the title does, or all belong to the open page. */
const WITHOUT_MODULE: ReadonlySet<string> = new Set(['pages', 'page-shortcuts']);

/** A group of lines with its heading. The field keeps the focus. */
export function Section({ section: { id, title, entries }, query, active, optionId, onPoint, onChoose }: SectionProps) {
  const heading = useId();
  return (
    <div aria-labelledby={heading} role="group">
      <div className="palette-heading" id={heading} role="presentation">{title}</div>
      {entries.map((entry) => (
        <div
          aria-selected={entry.id === active?.id}
          className="palette-option"
          id={optionId(entry)}
          key={entry.id}
          onClick={(event) => onChoose(entry, event)}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          // Not on entering: the list can move below a pointer that rests.
          onPointerMove={() => entry.id !== active?.id && onPoint(entry.id)}
          role="option"
        >
          <Icon name={entry.icon} />
          <span className="palette-title" dir="auto">
            <Marked query={query} text={entry.title} />
          </span>
          {entry.detail !== undefined && <span className="palette-detail" dir="auto"><Marked query={query} text={entry.detail} /></span>}
          {entry.module !== undefined && entry.module !== entry.title && !WITHOUT_MODULE.has(id) && <span className="palette-module">{entry.module}</span>}
          {entry.shortcut !== undefined && <Keys shortcut={entry.shortcut} />}
        </div>
      ))}
    </div>
  );
}

/** A text in which the words of the query are marked. */
function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  return markMatches(text, query).map((part, index) => (part.matches ? <mark key={index}>{part.text}</mark> : part.text));
}

/** Two letters or digits. They are pressed one after the other, and other keys together. */
const SEQUENCE = /^[\p{L}\p{N}] [\p{L}\p{N}]$/u;

/** The keys of a shortcut. Those that are pressed together stay in the order in which keyboards have them. */
export function Keys({ shortcut }: { readonly shortcut: string }) {
  const isSequence = SEQUENCE.test(shortcut);
  return (
    <span className="palette-keys">
      {/* Inside: the margin before the keys has the direction of the line. */}
      <span dir={isSequence ? undefined : 'ltr'}>
        {shortcut.split(' ').map((key, index) => (
          <Fragment key={index}>
            {index > 0 && isSequence && <span>{` ${paletteText('keys.then')} `}</span>}
            <kbd>{key}</kbd>
          </Fragment>
        ))}
      </span>
    </span>
  );
}
