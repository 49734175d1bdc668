import { workspaceInvite } from './workspace-invite.ts';

Deno.serve(workspaceInvite(Deno.env.toObject(), { fetch, waitUntil: (task) => EdgeRuntime.waitUntil(task) }));
