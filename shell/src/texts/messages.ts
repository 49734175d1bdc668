import { defineMessages } from '@atrium/page-kit/messages';

/** The texts of the frame and of the pages on the first screen. */
export const message = defineMessages({
  'site.name': 'Atrium',
  'site.skip': 'Skip to content',
  'site.navigation': 'Main',
  'header.login': 'Log in',
  'header.register': 'Create account',
  'header.home': 'Home',
  'header.signInUnavailable': 'Sign-in is unavailable right now.',
  'welcome.heading': 'Shared boards for notes that matter',
  'welcome.lead': 'Write a note, invite the people it concerns, and work on it together.',
  'welcome.signedInHeading': 'Good to see you, {name}',
  'notFound.title': 'Page not found',
  'notFound.text': 'There is nothing at this address. It may have been moved, or the link may contain a typo.',
  'notFound.home': 'Go to the home page',
  'moduleUnavailable.title': '{name} did not load',
  'moduleUnavailable.text': 'Something went wrong. The rest of the site is working.',
  'failure.retry': 'Try again',
  'pageFailed.title': 'Something went wrong on this page',
  'pageFailed.text': 'The page ran into an error. The rest of the site is working.',
  'pageFailed.retry': 'Show the page again',
}, 'shell');
