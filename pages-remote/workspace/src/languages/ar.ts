import { addTranslations } from '@atrium/page-kit/messages';
import { boardArabic } from '../board/board-messages.ar.ts';
import { boardsArabic } from '../boards/boards-messages.ar.ts';
import { workspaceArabic } from '../data/workspace-messages.ar.ts';
import { filesArabic } from '../files/files-messages.ar.ts';
import { liveArabic } from '../live/live-messages.ar.ts';
import { peopleArabic } from '../members/people-messages.ar.ts';
import { notesArabic } from '../notes/notes-messages.ar.ts';

addTranslations({
  'workspace.board': boardArabic,
  'workspace.boards': boardsArabic,
  'workspace.failure': workspaceArabic,
  'workspace.files': filesArabic,
  'workspace.live': liveArabic,
  'workspace.people': peopleArabic,
  'workspace.notes': notesArabic,
});
