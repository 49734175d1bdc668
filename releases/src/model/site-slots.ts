/** First part of the names of the shell's own slots. No module has this name. */
export const SITE_SLOT_OWNER = 'site';

/** The shell's own slots, by name. They belong to the page contract, as the types in page-kit/src/contract/site.ts do. */
export const SITE_SLOTS = {
  'site.home': { version: '1.0', layout: 'cards' },
  'site.sidebar': { version: '1.0', layout: 'stack' },
} as const;
