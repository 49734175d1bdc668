import { Button } from '@atrium/page-kit/ui';
import { mailText } from './messages.ts';

/** Says below the heading that a mail is on its way, and what to do if it does not arrive. */
export function MailSent({ text }: { readonly text: string }) {
  return (
    <div className="atrium-lead" role="status">
      <p>{text}</p>
      <p>{mailText('sentAdvice')}</p>
    </div>
  );
}

/** The line at the end of a card whose mail went to a mistyped address. */
export function OtherAddress({ onPress }: { readonly onPress: () => void }) {
  return (
    <p>
      {mailText('wrongAddress')} <Button onClick={onPress}>{mailText('otherAddress')}</Button>
    </p>
  );
}
