import { Button } from '@atrium/page-kit/ui';
import { mailText } from './messages.ts';

/** Says below the heading that a mail is on its way. */
export function MailSent({ text }: { readonly text: string }) {
  return (
    <p className="atrium-lead" role="status">
      {text}
    </p>
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
