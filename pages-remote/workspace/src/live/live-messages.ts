import { defineMessages } from '@atrium/page-kit/messages';

/** Texts about the live connection of a board. */
export const liveText = defineMessages({
  lost: 'The live connection is interrupted: what others change appears when it is back. What you write is kept and sent then.',
  here: 'Here now: {names}',
  alone: 'Only you are here now.',
  you: 'you',
}, 'workspace.live');
