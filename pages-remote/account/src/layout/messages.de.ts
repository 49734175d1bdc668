import type { Translation } from '@atrium/page-kit/messages';
import type { settingsText } from './messages.ts';

export const settingsGerman: Translation<typeof settingsText> = {
  label: 'Kontoeinstellungen',
  profile: 'Profil',
  signIn: 'Anmeldung',
  security: 'Sicherheit',
  data: 'Daten',
  deleteAccount: 'Löschen',
  change: 'Ändern',
  password: 'Passwort',
  passwordHint: 'Verwenden Sie eines, das Sie sonst nirgends verwenden.',
  noPassword: 'Nicht festgelegt',
  passwordSet: 'Festgelegt',
  passwordChanged: 'Geändert am {date}',
  changePassword: 'Passwort ändern',
  actions: 'Weitere Aktionen',
  actionsFor: 'Weitere Aktionen für {name}',
};
