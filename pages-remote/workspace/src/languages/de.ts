import { addTranslations } from '@atrium/page-kit/messages';
import { boardGerman } from '../features/board/board-messages.de.ts';
import { boardsGerman } from '../features/boards/boards-messages.de.ts';
import { extensionsGerman } from '../features/extensions/extensions-messages.de.ts';
import { filesGerman } from '../features/files/files-messages.de.ts';
import { notesGerman } from '../features/notes/notes-messages.de.ts';
import { peopleGerman } from '../features/people/people-messages.de.ts';
import { timeGerman } from '../features/time/time-messages.de.ts';
import { failureGerman, workspaceGerman } from '../model/workspace-messages.de.ts';

addTranslations({
  workspace: workspaceGerman,
  'workspace.board': boardGerman,
  'workspace.boards': boardsGerman,
  'workspace.extensions': extensionsGerman,
  'workspace.failure': failureGerman,
  'workspace.files': filesGerman,
  'workspace.notes': notesGerman,
  'workspace.people': peopleGerman,
  'workspace.time': timeGerman,
});
