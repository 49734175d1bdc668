import { useState } from 'react';
import { Button } from '@atrium/page-kit/ui';
import { securityText } from './security-messages.ts';
import classes from './security.module.css';

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
      {/* Groups for the eye only, each on one line: what is selected and read out stays one word. */}
      <code className={classes['secret']} dir="ltr">
        {(secret.match(/.{1,4}/g) ?? []).map((group, index) => (
          <span className={classes['group']} key={index}>
            {group}
          </span>
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
