import { addTranslations } from '@atrium/page-kit/messages';
import { boardArabic } from '../features/board/board-messages.ar.ts';
import { boardsArabic } from '../features/boards/boards-messages.ar.ts';
import { extensionsArabic } from '../features/extensions/extensions-messages.ar.ts';
import { filesArabic } from '../features/files/files-messages.ar.ts';
import { notesArabic } from '../features/notes/notes-messages.ar.ts';
import { peopleArabic } from '../features/people/people-messages.ar.ts';
import { timeArabic } from '../features/time/time-messages.ar.ts';
import { failureArabic, workspaceArabic } from '../model/workspace-messages.ar.ts';

addTranslations({
  workspace: workspaceArabic,
  'workspace.board': boardArabic,
  'workspace.boards': boardsArabic,
  'workspace.extensions': extensionsArabic,
  'workspace.failure': failureArabic,
  'workspace.files': filesArabic,
  'workspace.notes': notesArabic,
  'workspace.people': peopleArabic,
  'workspace.time': timeArabic,
});
