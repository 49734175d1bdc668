import { Fragment, useState } from 'react';
import { Button } from '@atrium/page-kit/ui';
import { securityText } from './security-messages.ts';

/** The secret of a factor for typing in, and a button that copies it. */
export function Secret({ secret }: { readonly secret: string }) {
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied(true);
    } catch {
      // Forbidden by the browser: the secret is there to be selected.
      setCopied(false);
    }
  }

  return (
    <div className="atrium-row">
      <code>
        {(secret.match(/.{1,4}/g) ?? []).map((group, index) => (
          <Fragment key={index}>
            {index > 0 && <Gap />}
            {group}
          </Fragment>
        ))}
      </code>
      <Button className="atrium-button-small" onClick={() => void copy()}>
        {securityText('copy')}
      </Button>
      <span className="atrium-muted atrium-small" role="status">
        {copied && securityText('copied')}
      </span>
    </div>
  );
}

/** Groups the secret for the eye only: what is selected and read out stays one word. */
function Gap() {
  return (
    <>
      <svg aria-hidden height={1} width={8} />
      <wbr />
    </>
  );
}
