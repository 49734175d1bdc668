import type { Translation } from '@atrium/page-kit/messages';
import type { deleteText } from './messages.ts';

export const deleteGerman: Translation<typeof deleteText> = {
  title: 'Konto löschen',
  introduction: 'Damit wird endgültig gelöscht, was zu {email} gehört:',
  goesProfile: 'Ihr Name, Ihr Bild, Ihre E-Mail-Adresse, Ihr Passwort und Ihre zweiten Faktoren;',
  goesBoards: 'jedes Board, das nur Sie verwenden, mit seinen Notizen und Dateien.',
  stays: 'Was Sie auf Boards anderer geschrieben haben, bleibt dort, ohne Ihren Namen.',
  sharedTitle: 'Boards, die andere mit Ihnen verwenden',
  sharedAdvice: 'Sie werden nicht gelöscht. Jedes geht an das Mitglied über, das als Erstes dazukam:',
  passesOn: '„{board}“ geht an {name} über.',
  namelessMember: 'ein Mitglied ohne Namen',
  sharedUnread: 'Boards, die andere mit Ihnen verwenden, werden nicht gelöscht, sondern gehen an das Mitglied über, das als Erstes dazukam. Die Liste dieser Boards konnte nicht geladen werden.',
  password: 'Ihr Passwort',
  understood: 'Ich weiß, dass sich das nicht rückgängig machen lässt.',
  notUnderstood: 'Setzen Sie hier ein Häkchen, um fortzufahren.',
  submit: 'Mein Konto löschen',
  keep: 'Mein Konto behalten',
  wrongPassword: 'Das ist nicht Ihr Passwort. Prüfen Sie es auf Tippfehler und versuchen Sie es dann noch einmal.',
  noPassword: 'Sie melden sich ohne Passwort an. Legen Sie auf der Seite „Sicherheit“ eines fest, kommen Sie dann zurück und bestätigen Sie damit.',
  unfinished: 'Ihr Konto ist noch nicht vollständig gelöscht. Versuchen Sie es gleich noch einmal, um das Löschen abzuschließen.',
  notOffered: 'Diese Website kann im Moment keine Konten löschen. Fragen Sie ihre Betreiber.',
  lost: 'Der Server hat nicht geantwortet. Prüfen Sie Ihre Verbindung und versuchen Sie es dann noch einmal. Das schadet nicht, auch wenn Ihr Konto schon gelöscht ist.',
  deletedTitle: 'Ihr Konto ist gelöscht',
  deletedAdvice: 'Ihre Daten wurden gelöscht, und Sie sind überall abgemeldet. Danke, dass Sie bei uns waren.',
  toStart: 'Zur Startseite',
  createAccount: 'Ein neues Konto anlegen',
};
