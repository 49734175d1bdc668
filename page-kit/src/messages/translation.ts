import type { Messages } from './define-messages.ts';

/**
 * A translation of all texts of a catalogue: `const german: Translation<typeof loginText> = {…}`. The type checker finds
 * what is missing, and what is there no more.
 */
export type Translation<Text extends (key: never) => string> = { readonly [Key in Parameters<Text>[0]]: Messages[string] };
