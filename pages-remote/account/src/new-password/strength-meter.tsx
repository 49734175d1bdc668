import { useCallback, useEffect, useRef, useState } from 'react';
import type { Strength } from './estimate-strength.ts';
import { strengthText } from './strength-messages.ts';
import styles from './strength-meter.module.css';

/** Milliseconds without a keystroke after which the strength is estimated: screen readers then announce words instead of each letter. */
const PAUSE_MS = 400;

const LEVELS = ['veryWeak', 'weak', 'fair', 'good', 'strong'] as const;

/** Width of a bar and the distance between the starts of two bars, in the viewBox of 100 units. */
const BAR_WIDTH = 18.4;
const BAR_STEP = 20.4;

interface StrengthMeterProps {
  readonly strength: Strength | null;
  /** Shown above the advice. */
  readonly error: string | undefined;
  readonly minLength: number;
  /** Id of the text. */
  readonly id: string;
}

/**
 * The strength of a password, in words and as bars. They take up their space before anything is typed: screen readers
 * announce only changes of an element that exists, and the button below does not move when the user is about to press it.
 */
export function StrengthMeter({ strength, error, minLength, id }: StrengthMeterProps) {
  const [lastError, setLastError] = useState(error);
  if (error !== undefined && error !== lastError) setLastError(error);
  return (
    <>
      {strength && <Bars score={strength.score} />}
      <div className={`atrium-hint ${styles['advice']}`} id={id}>
        {error !== undefined && <p className="atrium-field-error" role="alert">{error}</p>}
        {/* Keeps the place of a fixed error, like the errors of other fields. */}
        {error === undefined && lastError !== undefined && <p aria-hidden="true" className="atrium-field-error" data-last-error={lastError} />}
        <p aria-live="polite">{strength ? describe(strength) : strengthText('resting', { count: minLength })}</p>
      </div>
    </>
  );
}

function describe({ score, advice }: Strength): string {
  const level = strengthText(LEVELS[score]);
  return advice === null ? level : `${level} ${strengthText(advice)}`;
}

/** An SVG, because the page would have to wait for a style sheet. */
function Bars({ score }: { readonly score: Strength['score'] }) {
  const isRightToLeft = document.documentElement.dir === 'rtl';
  return (
    <svg aria-hidden="true" height={4} preserveAspectRatio="none" viewBox="0 0 100 4" width="100%">
      {LEVELS.map((level, index) => (
        <rect
          fill={`var(--atrium-${index > score ? 'edge' : score > 2 ? 'success' : 'danger'})`}
          height={4}
          key={level}
          rx={0.5}
          ry={2}
          width={BAR_WIDTH}
          x={(isRightToLeft ? LEVELS.length - 1 - index : index) * BAR_STEP}
        />
      ))}
    </svg>
  );
}

const loadEstimate = () => import(/* webpackChunkName: "password-strength" */ './estimate-strength.ts');

/**
 * Estimates the strength of what is typed into a field; null while it is unknown. The first letter starts loading the
 * estimate, which runs when the typing pauses. If it fails to load, the meter stays empty: the auth service decides which
 * passwords it accepts.
 *
 * @param personalWords returns what attackers may know about the user, for the field's form
 */
export function usePasswordStrength(
  personalWords: (input: HTMLInputElement) => readonly string[],
): readonly [strength: Strength | null, update: (input: HTMLInputElement) => void] {
  const [strength, setStrength] = useState<Strength | null>(null);
  const timer = useRef<number>(undefined);
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
      clearTimeout(timer.current);
    };
  }, []);

  const update = useCallback(
    (input: HTMLInputElement) => {
      clearTimeout(timer.current);
      if (input.value === '') {
        setStrength(null);
        return;
      }
      const loading = loadEstimate();
      timer.current = window.setTimeout(() => {
        loading.then(
          ({ estimateStrength }) => {
            // Read the value again: loading may have taken a while.
            if (isUnmounted.current) return;
            setStrength(input.value === '' ? null : estimateStrength(input.value, personalWords(input)));
          },
          () => {
            setStrength(null);
          },
        );
      }, PAUSE_MS);
      // Until the pause ends, nothing else handles a failure to load.
      loading.catch(() => undefined);
    },
    [personalWords],
  );
  return [strength, update];
}
