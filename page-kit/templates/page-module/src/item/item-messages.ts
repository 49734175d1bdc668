import { defineMessages } from '@atrium/page-kit/messages';

/** Texts of the page of an item. */
export const itemText = defineMessages({
  title: '__title__',
  noNote: 'It has no note.',
  notFound: 'Nothing found here',
  notFoundAdvice: 'It may have been removed, or it belongs to someone else.',
  back: 'All of them',
});
