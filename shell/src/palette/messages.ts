import { defineMessages } from '@atrium/page-kit/messages';

/** The texts of the command palette, which load with it. */
export const paletteText = defineMessages({
  title: 'Search and commands',
  field: 'Search or run a command',
  close: 'Close',
  results: 'Results',
  'section.recent': 'Recent',
  'section.commands': 'Commands',
  'section.pages': 'Pages',
  'section.pageShortcuts': 'Shortcuts on this page',
  'section.shortcuts': 'Shortcuts on every page',
  count: { one: '{count} result', other: '{count} results' },
  none: 'No results',
  noneFor: 'No results for “{query}”',
  noShortcuts: 'No shortcuts on this page.',
  searching: 'Searching …',
  failed: '{provider} could not be searched.',
  showShortcuts: 'Show keyboard shortcuts',
  'theme.system': 'Use the system’s theme',
  'theme.light': 'Use the light theme',
  'theme.dark': 'Use the dark theme',
  inspect: 'Inspect this page',
  find: 'Search the site',
  didYouMean: 'Did you mean',
  'footer.move': 'Navigate',
  'footer.choose': 'Choose',
  'footer.newTab': 'Open in a new tab',
  // Between the keys of a shortcut that are pressed one after the other.
  'keys.then': 'then',
  'footer.singleKeys': 'Single-key shortcuts',
}, 'shell.palette');
