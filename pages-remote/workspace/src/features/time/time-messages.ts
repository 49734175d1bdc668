import { defineMessages } from '@atrium/page-kit/messages';

/** Short texts for how long ago something happened. */
export const timeText = defineMessages({
  now: 'now',
  minutes: '{count} min',
  hours: '{count} h',
  days: '{count} d',
}, 'workspace.time');
