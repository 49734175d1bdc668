import { addTranslations } from '@atrium/page-kit/messages';
import { boardGerman } from '../board/board-messages.de.ts';
import { boardsGerman } from '../boards/boards-messages.de.ts';
import { workspaceGerman } from '../data/workspace-messages.de.ts';
import { filesGerman } from '../files/files-messages.de.ts';
import { liveGerman } from '../live/live-messages.de.ts';
import { peopleGerman } from '../members/people-messages.de.ts';
import { notesGerman } from '../notes/notes-messages.de.ts';

addTranslations({
  'workspace.board': boardGerman,
  'workspace.boards': boardsGerman,
  'workspace.failure': workspaceGerman,
  'workspace.files': filesGerman,
  'workspace.live': liveGerman,
  'workspace.people': peopleGerman,
  'workspace.notes': notesGerman,
});
