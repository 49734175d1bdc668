import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { showToast } from '@atrium/page-kit/site';
import { Alert, LinkButton, Skeleton } from '@atrium/page-kit/ui';
import { SettingItems } from '../layout/setting-item.tsx';
import { SettingRow } from '../layout/setting-row.tsx';
import { factorName } from '../second-factor/factor-name.ts';
import { useFactors } from '../second-factor/use-factors.ts';
import { HOME, readNextPath } from '../visitor/next-path.ts';
import { AddFactor } from './add-factor.tsx';
import { FactorItem } from './factor-item.tsx';
import { LoadFailure } from '../second-factor/load-failure.tsx';
import { securityText } from './messages.ts';

interface SecondFactorsProps {
  /** While a factor is added, only that step is visible. */
  readonly isAdding: boolean;
  readonly onAdding: (isAdding: boolean) => void;
}

/** The list of the user's second factors, where they add and remove them. */
export function SecondFactors({ isAdding, onAdding }: SecondFactorsProps) {
  const { factors, failure, reload, rename, drop } = useFactors();
  const [changes, setChanges] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);

  // The control that the user pressed is gone. After the render, because an open dialog keeps the focus inside.
  useEffect(() => {
    if (changes > 0) heading.current?.focus();
  }, [changes]);

  /** Moves the focus to the heading, and confirms what the user did. */
  function returnToHeading(confirmation?: string): void {
    setChanges((before) => before + 1);
    if (confirmation !== undefined) showToast({ text: confirmation });
  }

  return (
    // A step has a more specific heading of its own.
    <SettingRow heading={heading} hint={securityText('factorsAdvice')} isWide={isAdding} title={securityText('factors')}>
      {!isAdding && (
        <>
          <RequiredByPage isMet={factors !== null && factors.length > 0} />
          <LoadFailure failure={failure} onRetry={reload} />
          {factors === null && !failure && <Skeleton lines={2} />}
          {factors !== null && factors.length > 0 && (
            <SettingItems label={securityText('factors')}>
              {factors.map((factor) => (
                <FactorItem
                  factor={factor}
                  isLast={factors.length === 1}
                  key={factor.id}
                  onRenamed={(name) => rename(factor.id, name)}
                  onRemoved={() => {
                    drop(factor.id);
                    returnToHeading(securityText('removed', { name: factorName(factor) }));
                  }}
                />
              ))}
            </SettingItems>
          )}
        </>
      )}
      {factors !== null && (
        <AddFactor
          factors={factors}
          onAdded={(name) => {
            reload();
            returnToHeading(securityText(factors.length === 0 ? 'added' : 'addedSpare', { name }));
          }}
          onAdding={onAdding}
          onCancel={() => returnToHeading()}
        />
      )}
    </SettingRow>
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
