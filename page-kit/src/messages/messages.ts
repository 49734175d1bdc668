export { addTranslations, defineMessages } from './define-messages.ts';
export type { Messages, PluralForms, Translate } from './define-messages.ts';
export { language } from './language.ts';
export type { Translation } from './translation.ts';
