import type { Translation } from '@atrium/page-kit/messages';
import type { failureText, workspaceText } from './workspace-messages.ts';

export const failureGerman: Translation<typeof failureText> = {
  unreachable: 'Der Server ist nicht zu erreichen. Prüfen Sie Ihre Verbindung und versuchen Sie es dann noch einmal.',
  session: 'Ihre Sitzung ist zu Ende. Melden Sie sich in einem anderen Tab noch einmal an und versuchen Sie es dann hier erneut.',
  refused: 'Dazu haben Sie keine Berechtigung. Vielleicht hat sich Ihre Rolle auf dem Board geändert: Fragen Sie den Eigentümer.',
  tooLong: 'Der Text ist zu lang, um gespeichert zu werden. Kürzen Sie ihn und versuchen Sie es dann noch einmal.',
  missing: 'Der Arbeitsbereich hat noch keinen Platz in der Datenbank. Die Betreiber dieser Website müssen seine Migrationen ausführen.',
  noFunction: 'Das bietet diese Website noch nicht an. Ihre Betreiber müssen die Funktionen bereitstellen.',
  gone: 'Jemand anders hat das gelöscht. Laden Sie die Seite neu, um den aktuellen Stand zu sehen.',
  changed: 'Jemand anderes hat diesen Text geändert. Sehen Sie sich den jetzigen Text an, und versuchen Sie es dann noch einmal.',
  notRestorable: 'Das lässt sich nicht mehr wiederherstellen. Laden Sie die Seite neu, um den aktuellen Stand zu sehen.',
  tooManyBoards: 'Sie haben die Höchstzahl an Boards erreicht. Löschen Sie eines, das Sie nicht mehr brauchen, und versuchen Sie es dann noch einmal.',
  theirTooManyBoards: 'Diese Person hat schon die Höchstzahl an eigenen Boards, gelöschte eingerechnet. Wählen Sie ein anderes Mitglied.',
  tooManyMembers: 'Das Board hat so viele Mitglieder, wie es haben kann. Bitten Sie den Eigentümer, jemanden zu entfernen, und versuchen Sie es dann noch einmal.',
  tooManyNotes: 'Das Board hat so viele Notizen, wie es fassen kann. Löschen Sie einige erledigte, oder beginnen Sie ein neues Board.',
  tooManyFiles: 'Die Notiz hat so viele Dateien, wie sie haben kann. Löschen Sie eine, die nicht mehr gebraucht wird, und versuchen Sie es dann noch einmal.',
  tooManyInvitations: 'Es sind zu viele Einladungen offen. Ziehen Sie eine zurück, die niemand angenommen hat, und versuchen Sie es dann noch einmal.',
  tooManyRequests: 'Das war zu oft in kurzer Zeit. Versuchen Sie es in einer Stunde noch einmal.',
  tooManyDeleted: 'Sie haben zu viele Boards, Notizen oder Dateien gelöscht. Gelöschtes wird nach 30 Tagen entfernt: Versuchen Sie es dann noch einmal, oder verwenden Sie ein anderes Board oder eine andere Notiz.',
  wrongAddress: 'Das ist keine E-Mail-Adresse. Berichtigen Sie sie und versuchen Sie es dann noch einmal.',
  notMember: 'Diese Person ist nicht auf dem Board. Laden Sie sie zuerst ein; übergeben Sie das Board, sobald sie angenommen hat.',
  notInvited: 'Für Ihre Adresse gibt es keine Einladung zu diesem Board. Bitten Sie den Eigentümer, die Adresse einzuladen, mit der Sie sich anmelden.',
  expired: 'Die Einladung ist abgelaufen. Bitten Sie den Eigentümer des Boards um eine neue.',
  fileTooLarge: 'Die Datei ist zu groß. Eine Datei kann {limit} MB haben.',
  fileType: 'Dateien dieser Art können hier nicht gespeichert werden. Bilder, PDF, Office, Text, Audio, Video und ZIP schon.',
  unknown: 'Der Arbeitsbereich ist gerade nicht verfügbar. Versuchen Sie es nach einer Weile noch einmal.',
};

export const workspaceGerman: Translation<typeof workspaceText> = {
  retry: 'Noch einmal versuchen',
  textKept: 'Ihr Text ist noch da.',
  undo: 'Rückgängig',
  cancel: 'Abbrechen',
  nameless: 'Jemand ohne Namen',
};
