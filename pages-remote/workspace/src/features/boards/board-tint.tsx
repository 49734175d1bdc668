import { useId, type CSSProperties } from 'react';
import { kitTint, TINTS, type Tint } from '../../model/boards.ts';
import { boardsText } from './boards-messages.ts';
import classes from './board-tint.module.css';

/** The tint of a board, as a small square. Decorative: the board's name has to be next to it. */
export function BoardTint({ tint }: { readonly tint: Tint }) {
  return <span aria-hidden="true" className={classes['tint']} style={{ backgroundColor: colourOf(tint) }} />;
}

interface TintChoiceProps {
  readonly tint: Tint;
  readonly onChoose: (tint: Tint) => void;
}

/** The choice of a board's tint. */
export function TintChoice({ tint, onChoose }: TintChoiceProps) {
  const name = useId();
  return (
    <fieldset className={classes['choice']}>
      <legend className="atrium-label">{boardsText('tint')}</legend>
      {TINTS.map((one) => (
        <label className={classes['option']} key={one} title={boardsText(`tint.${one}`)}>
          <input aria-label={boardsText(`tint.${one}`)} checked={one === tint} name={name} onChange={() => onChoose(one)} style={{ color: colourOf(one) }} type="radio" />
        </label>
      ))}
    </fieldset>
  );
}

/** Sets `--tint` to the colour of a tint, for style sheets. */
export function tintVariable(tint: Tint): CSSProperties {
  return Object.fromEntries([['--tint', colourOf(tint)]]);
}

function colourOf(tint: Tint): string {
  return `var(--atrium-${kitTint(tint)})`;
}
