export { isLibrary, placeInSources, sourcePlace, type SourcePlace } from './source-place.ts';
export { inspect } from './inspection.ts';
export { parseStyleSheet, RULE_GROUPS, StyleSheetError, type Statement } from './style-sheet.ts';
export { unconfinedIn } from './unconfined-styles.ts';
