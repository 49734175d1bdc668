import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Alert, Button, LinkButton, Skeleton } from '@atrium/page-kit/ui';
import { FactorFailureAlert } from '../second-factor/factor-failure.tsx';
import { factorName } from '../second-factor/factor-name.ts';
import { factorText } from '../second-factor/messages.ts';
import { useFactors } from '../second-factor/use-factors.ts';
import { HOME, readNextPath } from '../visitor/next-path.ts';
import { AddFactor } from './add-factor.tsx';
import { FactorItem } from './factor-item.tsx';
import { securityText } from './messages.ts';
import classes from './security.module.css';

interface SecondFactorsProps {
  /** While a factor is added, only that step is visible. */
  readonly isAdding: boolean;
  readonly onAdding: (isAdding: boolean) => void;
}

/** The list of the user's second factors, where they add and remove them. */
export function SecondFactors({ isAdding, onAdding }: SecondFactorsProps) {
  const { factors, failure, reload, drop } = useFactors();
  const [success, setSuccess] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  /** Shows a success message, or removes it. The control that the user pressed is gone, so the focus moves to the heading. */
  function announce(text: string | null): void {
    setSuccess(text);
    heading.current?.focus();
  }

  return (
    <>
      {/* A step has a more specific heading of its own. */}
      <h2 className={isAdding ? 'atrium-visually-hidden' : classes['heading']} ref={heading} tabIndex={-1}>
        {securityText('factors')}
      </h2>
      {!isAdding && (
        <>
          <p className="atrium-muted">{securityText('factorsAdvice')}</p>
          <RequiredByPage isMet={factors !== null && factors.length > 0} />
          {success !== null && (
            <Alert tone="success">
              <p>{success}</p>
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
                    announce(securityText('removed', { name: factorName(factor) }));
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
            announce(securityText(factors.length === 0 ? 'added' : 'addedSpare', { name }));
          }}
          onAdding={onAdding}
          onBegin={() => {
            setSuccess(null);
          }}
          onCancel={() => {
            announce(null);
          }}
        />
      )}
    </>
  );
}

/** Tells users whom a page sent here why it needs a second factor, and links back once they have one. */
function RequiredByPage({ isMet }: { readonly isMet: boolean }) {
  const [query] = useSearchParams();
  if (query.get('needs') !== 'aal2') return null;
  return (
    <Alert tone="info">
      <p>{securityText('needed')}</p>
      {isMet && (
        <div>
          <LinkButton to={readNextPath(query.toString()) ?? HOME}>{securityText('goOn')}</LinkButton>
        </div>
      )}
    </Alert>
  );
}
