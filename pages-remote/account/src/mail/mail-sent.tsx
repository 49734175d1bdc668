import { Button } from '@atrium/page-kit/ui';
import classes from './mail-sent.module.css';
import { mailText } from './messages.ts';

/** The picture above the heading of a page that only says that a mail is on its way. */
export function MailMark() {
  return (
    <span className={classes['mark']}>
      {/* Not from the library of icons, which would add 1.6 kB to a first screen. */}
      <svg aria-hidden="true" viewBox="0 0 24 24">
        <rect height="15" rx="2" width="19" x="2.5" y="4.5" />
        <path d="m3 7 9 6 9-6" />
      </svg>
    </span>
  );
}

interface MailSentProps {
  readonly email: string;
  /** The sentence, which contains the address. */
  readonly text: string;
}

/** Says below the heading that a mail is on its way, with its address in bold: a mistyped one is why most mails do not arrive. */
export function MailSent({ email, text }: MailSentProps) {
  const [before, ...after] = text.split(email);
  return (
    <p className="atrium-lead" role="status">
      {before}
      <strong className={classes['address']}>{email}</strong>
      {after.join(email)}
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
