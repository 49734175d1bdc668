import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Alert, Button, LinkButton, Skeleton } from '@atrium/page-kit/ui';
import { HOME, readNextPath } from '../next-path.ts';
import { FactorFailureAlert } from '../second-factor/factor-failure-alert.tsx';
import { factorText } from '../second-factor/factor-messages.ts';
import { factorName } from '../second-factor/factor-name.ts';
import { useFactors } from '../second-factor/use-factors.ts';
import { AddFactor } from './add-factor.tsx';
import { FactorItem } from './factor-item.tsx';
import { securityText } from './security-messages.ts';
import classes from './security.module.css';

interface SecondFactorsProps {
  /** One is being added: there is nothing else to see meanwhile. */
  readonly isAdding: boolean;
  readonly onAdding: (isAdding: boolean) => void;
}

/** The person's second factors: which there are, another one, one less. */
export function SecondFactors({ isAdding, onAdding }: SecondFactorsProps) {
  const { factors, failure, reload, drop } = useFactors();
  const [news, setNews] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  /** What the person has just used is gone: the focus goes on from the heading. */
  function tell(text: string | null): void {
    setNews(text);
    heading.current?.focus();
  }

  return (
    <>
      {/* The step has a heading of its own, which says more. */}
      <h2 className={isAdding ? 'atrium-visually-hidden' : classes['heading']} ref={heading} tabIndex={-1}>
        {securityText('factors')}
      </h2>
      {!isAdding && (
        <>
          <p className="atrium-muted">{securityText('factorsAdvice')}</p>
          <NeededElsewhere met={factors !== null && factors.length > 0} />
          {news !== null && (
            <Alert tone="success">
              <p>{news}</p>
            </Alert>
          )}
          <FactorFailureAlert failure={failure} />
          {failure && (
            <div>
              <Button onClick={reload}>{factorText('tryAgain')}</Button>
            </div>
          )}
          {factors === null && !failure && <Skeleton lines={2} />}
          {factors !== null && factors.length > 0 && (
            <div className="atrium-stack" role="list">
              {factors.map((factor) => (
                <FactorItem
                  factor={factor}
                  isLast={factors.length === 1}
                  key={factor.id}
                  onRemoved={() => {
                    drop(factor.id);
                    tell(securityText('removed', { name: factorName(factor) }));
                  }}
                />
              ))}
            </div>
          )}
        </>
      )}
      {factors !== null && (
        <AddFactor
          factors={factors}
          onAdded={(name) => {
            reload();
            tell(securityText(factors.length === 0 ? 'added' : 'addedSpare', { name }));
          }}
          onAdding={onAdding}
          onBegin={() => {
            setNews(null);
          }}
          onCancel={() => {
            tell(null);
          }}
        />
      )}
    </>
  );
}

/** For people who were led here by a page that needs a second factor: why, and the way back. */
function NeededElsewhere({ met }: { readonly met: boolean }) {
  const [query] = useSearchParams();
  if (query.get('needs') !== 'aal2') return null;
  return (
    <Alert tone="info">
      <p>{securityText('needed')}</p>
      {met && (
        <div>
          <LinkButton to={readNextPath(query.toString()) ?? HOME}>{securityText('goOn')}</LinkButton>
        </div>
      )}
    </Alert>
  );
}
