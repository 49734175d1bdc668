import { defineMessages } from '@atrium/page-kit/messages';

export const codeCheckText = defineMessages({
  missing: 'Enter the code.',
  incomplete: 'Enter all digits of the code, and nothing else.',
}, 'account.factor.check');
