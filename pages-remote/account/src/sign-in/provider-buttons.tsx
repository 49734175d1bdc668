import { useState } from 'react';
import { PROVIDERS, type Provider } from '@atrium/page-kit/contract/auth';
import { Alert, Button } from '@atrium/page-kit/ui';
import { auth } from 'auth/auth';
import { failureOf } from '../failure/action-failure.ts';
import { formText } from '../form/messages.ts';
import { MethodIcon } from './method-icon.tsx';

const NAMES = Object.keys(PROVIDERS).filter((name): name is Provider => Object.hasOwn(PROVIDERS, name));

/** The line between a form and {@link ProviderButtons}, where the project allows a provider. */
export function ProviderDivider() {
  return (
    <p className="atrium-or atrium-email" data-sign-in-method={NAMES.join(' ')}>
      {formText('or')}
    </p>
  );
}

/** A button for each provider. The site's style sheet shows those that the project allows. */
export function ProviderButtons({ next }: { readonly next: string | null }) {
  const [busy, setBusy] = useState<Provider | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function leave(provider: Provider): Promise<void> {
    setBusy(provider);
    setFailure(null);
    try {
      await auth.getAuth().providers.login(provider, next);
    } catch (error) {
      const reason = failureOf(error);
      // Few visitors need these texts.
      const { explainProviderFailure } = await import(/* webpackChunkName: "provider-failure" */ '../providers/provider-failure.ts');
      setFailure(explainProviderFailure(reason));
    } finally {
      setBusy(null);
    }
  }

  return (
    <>
      {failure !== null && (
        <Alert>
          <p>{failure}</p>
        </Alert>
      )}
      {NAMES.map((name) => (
        <Button busy={busy === name} className="atrium-button-wide" data-sign-in-method={name} key={name} onClick={() => void leave(name)} unavailable={busy !== null && busy !== name}>
          <MethodIcon method={name} />
          {formText('continueWith', { provider: PROVIDERS[name] })}
        </Button>
      ))}
    </>
  );
}
