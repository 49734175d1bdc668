import { defineMessages } from '@atrium/page-kit/messages';

/** The texts of the panel with all pages. */
export const menuText = defineMessages({
  title: 'All pages',
  filter: 'Filter pages',
  count: { one: '{count} page', other: '{count} pages' },
  matches: '{matches} of {all}',
  noMatch: 'No page matches “{query}”.',
  other: 'Other',
  close: 'Close',
  incomplete: 'Some pages could not be loaded, so this list may be incomplete.',
  retry: 'Try again',
}, 'shell.menu');
