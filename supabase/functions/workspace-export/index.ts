import { workspaceExport } from './workspace-export.ts';

Deno.serve(workspaceExport(Deno.env.toObject(), { fetch, waitUntil: (task) => EdgeRuntime.waitUntil(task) }));
