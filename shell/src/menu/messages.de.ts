import { addTranslations, type Translation } from '@atrium/page-kit/messages';
import type { menuText } from './messages.ts';

const menuGerman: Translation<typeof menuText> = {
  title: 'Alle Seiten',
  filter: 'Seiten filtern',
  count: { one: '{count} Seite', other: '{count} Seiten' },
  matches: '{matches} von {all}',
  noMatch: 'Keine Seite passt zu „{query}“.',
  other: 'Weitere',
  close: 'Schließen',
  incomplete: 'Einige Seiten konnten nicht geladen werden. Diese Liste ist vielleicht unvollständig.',
  retry: 'Noch einmal versuchen',
};

addTranslations({ 'shell.menu': menuGerman });
