import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { RecoveryCodesStatus } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { Alert, LinkButton, Skeleton } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { type Loaded, useLoaded } from '../form/use-loaded.ts';
import { SettingItems } from '../layout/setting-item.tsx';
import { SettingRow } from '../layout/setting-row.tsx';
import { RecoveryCodes } from '../recovery-codes/recovery-codes.tsx';
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
  /** Called when the user has removed a factor, or changed the recovery codes. */
  readonly onChanged: () => void;
}

/** The list of the user's second factors, where they add and remove them. */
export function SecondFactors({ isAdding, onAdding, onChanged }: SecondFactorsProps) {
  const { factors, failure, reload, add, rename, drop } = useFactors();
  const recoveryCodes = useRecoveryCodes();
  const [changes, setChanges] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);

  // The control that the user pressed is gone. After the render, because an open dialog keeps the focus inside.
  useEffect(() => {
    if (changes > 0) heading.current?.focus();
  }, [changes]);

  // Together, so that nothing moves when the second of them arrives.
  const isLoading = factors === null || (recoveryCodes.data === null && !recoveryCodes.failure);

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
          <LoadFailure failure={recoveryCodes.failure} onRetry={recoveryCodes.reload} />
          {isLoading && !failure && <Skeleton lines={2} />}
          {!isLoading && factors.length > 0 && (
            <SettingItems label={securityText('factors')}>
              {factors.map((factor) => (
                <FactorItem
                  factor={factor}
                  isLast={factors.length === 1}
                  key={factor.id}
                  onRenamed={(name) => rename(factor.id, name)}
                  onRemoved={() => {
                    drop(factor.id);
                    onChanged();
                    returnToHeading(securityText('removed', { name: factorName(factor) }));
                  }}
                />
              ))}
              {recoveryCodes.data?.isAvailable && (
                <RecoveryCodes
                  onChanged={() => {
                    recoveryCodes.reload();
                    onChanged();
                    returnToHeading();
                  }}
                  status={recoveryCodes.data}
                />
              )}
            </SettingItems>
          )}
        </>
      )}
      {!isLoading && (
        <AddFactor
          factors={factors}
          onAdded={(factor) => {
            add(factor);
            returnToHeading(securityText(factors.length === 0 ? 'added' : 'addedSpare', { name: factorName(factor) }));
          }}
          onAdding={onAdding}
          onCancel={() => returnToHeading()}
        />
      )}
    </SettingRow>
  );
}

const NO_RECOVERY_CODES: RecoveryCodesStatus = { isAvailable: false, total: 0, remaining: 0 };

/** Loads how many recovery codes the user has, who needs another factor for them. */
function useRecoveryCodes(): Loaded<RecoveryCodesStatus> {
  const status = useAuth((auth) => auth.mfa.recoveryCodes.status);
  const hasFactor = useAuth(({ assurance }) => assurance.nextLevel === 'aal2');
  // A confirmation that it is them is a new log-in, and can use up a code.
  const loggedInAt = useAuth(({ user }) => user?.last_sign_in_at);
  const load = useCallback(() => (hasFactor ? status() : Promise.resolve(NO_RECOVERY_CODES)), [hasFactor, status]);
  return useLoaded(load, loggedInAt);
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
