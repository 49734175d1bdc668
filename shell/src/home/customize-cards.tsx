import { Button } from '@atrium/page-kit/ui';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { DEFAULT_CHOICE, inOrder, moveCard, setHidden, type HomeChoice } from './home-choice.ts';
import { homeText } from './messages.ts';

/** A card that the user can hide and move. */
export interface NamedCard {
  readonly id: string;
  readonly title: string;
  /** Whether it stands in the narrow column. */
  readonly isNarrow: boolean;
}

interface Props {
  /** All cards of this user, in the order of their modules. */
  readonly cards: readonly NamedCard[];
  readonly choice: HomeChoice;
  readonly onChoose: (choice: HomeChoice) => void;
  readonly onDone: () => void;
}

/** The list in which a user hides and moves the cards of the home page. */
export function CustomizeCards({ cards, choice, onChoose, onDone }: Props) {
  const [announcement, setAnnouncement] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  const ordered = inOrder(cards, choice);

  function move({ id, title }: NamedCard, step: 1 | -1): void {
    const moved = moveCard(choice, cards, id, step);
    onChoose(moved);
    setAnnouncement(homeText('moved', { title, position: inOrder(cards, moved).findIndex((card) => card.id === id) + 1, count: cards.length }));
  }

  return (
    <section className="atrium-card shell-home-customize">
      <h2 ref={heading} tabIndex={-1}>{homeText('customize')}</h2>
      <ul className="shell-home-rows">
        {ordered.map((card, place) => (
          <CardRow
            key={card.id}
            card={card}
            place={place}
            count={ordered.length}
            isHidden={choice.hidden.includes(card.id)}
            onMove={(step) => move(card, step)}
            onHide={(isHidden) => onChoose(setHidden(choice, card.id, isHidden))}
          />
        ))}
      </ul>
      <div className="atrium-row atrium-row-apart">
        <Button
          onClick={() => {
            onChoose(DEFAULT_CHOICE);
            setAnnouncement(homeText('resetDone'));
          }}
        >
          {homeText('reset')}
        </Button>
        <Button onClick={onDone} tone="primary">{homeText('done')}</Button>
      </div>
      <p className="atrium-visually-hidden" role="status">{announcement}</p>
    </section>
  );
}

function CardRow({ card: { title }, place, count, isHidden, onMove, onHide }: {
  readonly card: NamedCard;
  readonly place: number;
  readonly count: number;
  readonly isHidden: boolean;
  readonly onMove: (step: 1 | -1) => void;
  readonly onHide: (isHidden: boolean) => void;
}) {
  const id = useId();
  const pressed = useRef<HTMLButtonElement | null>(null);
  // The browser takes the focus from a row that React moves in the document.
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  }, [place]);
  const moveButton = (step: 1 | -1, name: 'moveUp' | 'moveDown', isPossible: boolean) => (
    <Button
      className="atrium-button-small"
      onClick={({ currentTarget }) => {
        pressed.current = currentTarget;
        onMove(step);
      }}
      title={homeText(name)}
      unavailable={!isPossible}
    >
      <svg aria-hidden="true" viewBox="0 0 16 16"><path d={step < 0 ? 'M8 13V3M4 7l4-4 4 4' : 'M8 3v10M4 9l4 4 4-4'} /></svg>
      <span className="atrium-visually-hidden">{homeText(name)}</span>
    </Button>
  );
  return (
    <li>
      <div aria-labelledby={id} className="shell-home-row" role="group">
        <label className="shell-home-switch">
          <input aria-label={homeText('show')} checked={!isHidden} className="atrium-switch" onChange={({ target }) => onHide(!target.checked)} role="switch" type="checkbox" />
        </label>
        <span className="shell-home-row-title" id={id}>{title}</span>
        <span className="shell-home-moves">
          {moveButton(-1, 'moveUp', place > 0)}
          {moveButton(1, 'moveDown', place < count - 1)}
        </span>
      </div>
    </li>
  );
}
