import { defineMessages } from '@atrium/page-kit/messages';

/** Texts about second factors that several pages have in common. */
export const factorText = defineMessages({
  code: 'Code',
  verify: 'Verify',
  fromApp: 'Enter the six digits that your authenticator app shows now.',
  fromApps: 'Enter the six digits from any of your authenticator apps.',
  sending: 'Sending a code to {phone} …',
  sent: 'A code is on its way to {phone}.',
  send: 'Send code',
  sendAnother: 'Send another code',
  anotherIn: {
    one: 'You can have another one sent in {count} second.',
    other: 'You can have another one sent in {count} seconds.',
  },
  app: 'Authenticator app',
  phone: 'Phone',
  yourPhone: 'your phone',
  phoneEnding: 'your phone ending in {digits}',
  enterCode: 'Enter your code',
  tryAgain: 'Try again',
}, 'account.factor');
