import { workspacePurge } from './workspace-purge.ts';

Deno.serve(workspacePurge(Deno.env.toObject(), { fetch, waitUntil: (task) => EdgeRuntime.waitUntil(task) }));
