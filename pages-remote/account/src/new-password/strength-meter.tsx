import type { Strength } from './strength.ts';
import { strengthText } from './strength-messages.ts';

const STEPS = ['veryWeak', 'weak', 'fair', 'good', 'strong'] as const;

/** Length of a bar and the distance to the next, of 100. */
const BAR = 18.4;
const DISTANCE = 20.4;

/**
 * How strong a password is: in words, and in bars for the eye. Both have their place before anything is typed: screen
 * readers say words that come into a line that was there, and the button below does not move away from whoever is about
 * to press it. Not a status: that is what became of a form.
 */
export function StrengthMeter({ strength }: { readonly strength: Strength | null }) {
  return (
    <>
      <Bars score={strength?.score ?? -1} />
      <p aria-live="polite" className="atrium-hint" style={{ minHeight: '2lh' }}>
        {strength ? describe(strength) : strengthText('resting')}
      </p>
    </>
  );
}

function describe({ score, advice }: Strength): string {
  const step = strengthText(STEPS[score]);
  return advice === null ? step : `${step} ${strengthText(advice)}`;
}

/** Drawn, because a style sheet would be one more file to wait for before the page shows. */
function Bars({ score }: { readonly score: Strength['score'] | -1 }) {
  const isRightToLeft = document.documentElement.dir === 'rtl';
  return (
    <svg aria-hidden="true" height={6} preserveAspectRatio="none" viewBox="0 0 100 6" width="100%">
      {STEPS.map((step, index) => (
        <rect
          fill={`var(--atrium-${index > score ? 'edge-control' : score > 2 ? 'success' : 'danger'})`}
          height={index > score ? 2 : 6}
          key={step}
          width={BAR}
          x={(isRightToLeft ? STEPS.length - 1 - index : index) * DISTANCE}
          y={index > score ? 2 : 0}
        />
      ))}
    </svg>
  );
}
