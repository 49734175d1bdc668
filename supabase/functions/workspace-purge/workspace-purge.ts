import * as v from 'valibot';
import { handleCalls, type Environment, type Runtime } from '../_shared/handle-calls.ts';

const pathsSchema = v.array(v.string());

/**
 * `{}`: permanently removes boards, notes and files that were deleted 30 days ago or earlier. The page calls it after a
 * deletion, and a schedule can call it too. Anyone may: it takes nothing from its caller, and removes only what is due.
 * After an interruption, the next call continues.
 */
export function workspacePurge(environment: Environment, runtime: Runtime): (request: Request) => Promise<Response> {
  return handleCalls('workspace-purge', v.object({}), environment, runtime, async ({ project }) => {
    const admin = project.admin();
    // Finding files takes time in proportion to all that are stored, and anyone may call this.
    const due = await admin.rpc('workspace_has_expired').throwOnError();
    if (due.data !== true) return Response.json({ purged: true });
    const bucket = admin.storage.from('workspace-files');
    let before = '';
    for (;;) {
      const { data } = await admin.rpc('workspace_purge').throwOnError();
      const paths = v.parse(pathsSchema, data);
      if (paths.length === 0) return Response.json({ purged: true });
      const removed = await bucket.remove(paths);
      if (removed.error) throw removed.error;
      // Another call may have removed the files meanwhile. Then the next list differs.
      if (removed.data.length === 0 && paths.join('\n') === before) throw new Error('The storage service removed no file.');
      before = paths.join('\n');
    }
  });
}
