import { addTranslations, type Translation } from '@atrium/page-kit/messages';
import type { paletteText } from './messages.ts';

const paletteGerman: Translation<typeof paletteText> = {
  title: 'Suche und Befehle',
  field: 'Suchen oder Befehl ausführen',
  close: 'Schließen',
  results: 'Ergebnisse',
  'section.recent': 'Zuletzt besucht',
  'section.commands': 'Befehle',
  'section.pages': 'Seiten',
  'section.pageShortcuts': 'Tastenkürzel auf dieser Seite',
  'section.shortcuts': 'Tastenkürzel auf jeder Seite',
  count: { one: '{count} Ergebnis', other: '{count} Ergebnisse' },
  none: 'Keine Ergebnisse',
  noneFor: 'Keine Ergebnisse für „{query}“',
  noShortcuts: 'Auf dieser Seite gibt es keine Tastenkürzel.',
  searching: 'Suche läuft …',
  failed: 'In {provider} konnte nicht gesucht werden.',
  showShortcuts: 'Tastenkürzel anzeigen',
  'theme.system': 'Design des Systems verwenden',
  'theme.light': 'Helles Design verwenden',
  'theme.dark': 'Dunkles Design verwenden',
  inspect: 'Diese Seite untersuchen',
  find: 'Website durchsuchen',
  didYouMean: 'Meinten Sie',
  'footer.move': 'Navigieren',
  'footer.choose': 'Wählen',
  'footer.newTab': 'In neuem Tab öffnen',
  'keys.then': 'dann',
  'footer.singleKeys': 'Kürzel mit einzelnen Tasten',
};

addTranslations({ 'shell.palette': paletteGerman });
