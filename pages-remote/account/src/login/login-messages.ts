import { defineMessages } from '@atrium/page-kit/messages';

export const loginText = defineMessages({
  newHere: 'New here?',
});
