import { defineModuleManifest } from '@atrium/page-kit/contract/module-manifest';

/** The workspace: boards of notes, the user's own and those that others share with them. */
export const manifest = defineModuleManifest({
  name: 'workspace',
  owner: 'Team Workspace',
  contract: '^2.0',
  title: { en: 'Workspace', de: 'Arbeitsbereich', ar: 'مساحة العمل' },
  routes: { boards: '/workspace', board: '/workspace/:board' },
  navigation: [
    { route: 'boards', label: { en: 'Workspace', de: 'Arbeitsbereich', ar: 'مساحة العمل' }, requires: 'signed-in', group: { en: 'General', de: 'Allgemein', ar: 'عام' }, icon: 'sticky-note', order: 400 },
  ],
  slots: {
    actions: { version: '1.0', description: 'Buttons for a board, in the panel with its further actions.' },
  },
  extensions: {
    recentBoards: {
      slot: 'site.home',
      slotVersion: '1.0',
      title: { en: 'Recent boards', de: 'Zuletzt geänderte Boards', ar: 'أحدث اللوحات' },
      size: { height: 208, maxHeight: 480 },
      order: 100,
      requires: 'signed-in',
    },
    recentEdits: {
      slot: 'site.home',
      slotVersion: '1.0',
      title: { en: 'Recently edited by others', de: 'Zuletzt von anderen bearbeitet', ar: 'أحدث تعديلات الآخرين' },
      size: { height: 160, maxHeight: 480 },
      // Before the account's card, whose height depends on the language.
      order: 150,
      requires: 'signed-in',
    },
    sidebarBoards: {
      slot: 'site.sidebar',
      slotVersion: '1.0',
      title: { en: 'Boards', de: 'Boards', ar: 'اللوحات' },
      size: { height: 264, maxHeight: 2000 },
      order: 100,
      requires: 'signed-in',
    },
    yourBoards: {
      slot: 'account.sections',
      slotVersion: '1.0',
      title: { en: 'Your boards', de: 'Ihre Boards', ar: 'لوحاتك' },
      size: { height: 118, maxHeight: 400 },
      requires: 'signed-in',
    },
    exportBoards: {
      slot: 'account.data',
      slotVersion: '1.0',
      title: { en: 'Boards, notes and files', de: 'Boards, Notizen und Dateien', ar: 'اللوحات والملاحظات والملفات' },
      size: { height: 88, maxHeight: 176 },
      requires: 'signed-in',
    },
    copyLink: {
      slot: 'workspace.actions',
      slotVersion: '1.0',
      title: { en: 'Copy link', de: 'Link kopieren', ar: 'نسخ الرابط' },
      size: { height: 32, maxHeight: 44 },
      requires: 'signed-in',
    },
  },
  start: 'application',
  commands: {
    goToBoards: {
      // As in the menu, so that the palette lists it once, with the shortcut.
      title: { en: 'Workspace', de: 'Arbeitsbereich', ar: 'مساحة العمل' },
      keywords: { en: 'boards home', de: 'Boards Start', ar: 'اللوحات' },
      shortcut: 'g b',
      icon: 'sticky-note',
      route: 'boards',
      requires: 'signed-in',
    },
    newBoard: {
      title: { en: 'New board', de: 'Neues Board', ar: 'لوحة جديدة' },
      keywords: { en: 'create add', de: 'anlegen erstellen', ar: 'إنشاء إضافة' },
      icon: 'plus',
      requires: 'signed-in',
    },
    newNote: {
      title: { en: 'New note', de: 'Neue Notiz', ar: 'ملاحظة جديدة' },
      keywords: { en: 'write compose add', de: 'schreiben verfassen', ar: 'كتابة إضافة' },
      shortcut: 'c',
      icon: 'plus',
      on: ['board'],
      requires: 'signed-in',
    },
    nextNote: {
      title: { en: 'Next note', de: 'Nächste Notiz', ar: 'الملاحظة التالية' },
      keywords: { en: 'down go', de: 'abwärts', ar: 'أسفل' },
      shortcut: 'j',
      icon: 'arrow-down',
      on: ['board'],
      requires: 'signed-in',
    },
    previousNote: {
      title: { en: 'Previous note', de: 'Vorherige Notiz', ar: 'الملاحظة السابقة' },
      keywords: { en: 'up go', de: 'aufwärts', ar: 'أعلى' },
      shortcut: 'k',
      icon: 'arrow-up',
      on: ['board'],
      requires: 'signed-in',
    },
    editNote: {
      title: { en: 'Edit selected note', de: 'Ausgewählte Notiz bearbeiten', ar: 'تعديل الملاحظة المحددة' },
      keywords: { en: 'change write', de: 'ändern', ar: 'تغيير' },
      shortcut: 'e',
      icon: 'pencil',
      on: ['board'],
      requires: 'signed-in',
    },
    moveNote: {
      title: { en: 'Move selected note', de: 'Ausgewählte Notiz verschieben', ar: 'نقل الملاحظة المحددة' },
      keywords: { en: 'board transfer', de: 'Board übertragen', ar: 'لوحة تحويل' },
      shortcut: 'm',
      icon: 'arrow-right',
      on: ['board'],
      requires: 'signed-in',
    },
    focusSearch: {
      title: { en: 'Search this page', de: 'Diese Seite durchsuchen', ar: 'البحث في هذه الصفحة' },
      keywords: { en: 'find filter notes boards', de: 'finden filtern Notizen Boards', ar: 'تصفية ملاحظات لوحات' },
      shortcut: '/',
      icon: 'search',
      on: ['boards', 'board'],
      requires: 'signed-in',
    },
  },
  search: {
    boards: { title: { en: 'Boards', de: 'Boards', ar: 'اللوحات' }, requires: 'signed-in' },
    notes: { title: { en: 'Notes', de: 'Notizen', ar: 'الملاحظات' }, requires: 'signed-in' },
  },
});
