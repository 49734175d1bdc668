import { defineMessages } from '@atrium/page-kit/messages';

export const confirmText = defineMessages({
  continue: 'Continue',
  titleRecovery: 'Reset your password',
  titleOther: 'Confirm your email',
  adviceRecovery: 'Press Continue to choose a new password.',
  adviceOther: 'Press Continue to confirm that the mail reached you. You are then logged in.',
  deadTitle: 'This link no longer works',
  deadExplanation: 'Links can be used once, and only for a while. This one has been used already, is too old, or was replaced by a newer one.',
  otherBrowser: 'This link works only in the browser in which it was asked for. Open it there, or ask for a new one here.',
  missingTitle: 'There is no link here',
  missingExplanation: 'Open the link in the mail once more: it may have been cut off, or this page was reloaded.',
  maybeConfirmed: 'If you opened the link before, your address is confirmed and you can simply log in.',
  newResetLink: 'Ask for a new reset link',
  newConfirmation: 'Or have a new link sent to you:',
  send: 'Send a new link',
  sent: 'If {email} is waiting for confirmation, a new link is on its way.',
});
