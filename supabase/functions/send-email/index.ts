import { sendEmailHook } from './send-email-hook.ts';

Deno.serve(sendEmailHook(Deno.env.toObject(), { fetch }));
