import { accountDelete } from './account-delete.ts';

Deno.serve(accountDelete(Deno.env.toObject(), { fetch, waitUntil: (task) => EdgeRuntime.waitUntil(task) }));
