import { addressMails } from './addressed-mails.ts';
import { ForgedRequestError, HookError, SettingsError } from './hook-error.ts';
import { readPayload } from './hook-payload.ts';
import { createMailService } from './mail-service.ts';
import { createRequestCheck } from './request-check.ts';
import { readSettings } from './settings.ts';
import { TemplateError } from './template-actions.ts';

/** What the hook needs of the world. */
export interface World {
  readonly fetch: typeof fetch;
}

/**
 * Supabase's Send Email Hook (https://supabase.com/docs/guides/auth/auth-hooks/send-email-hook): sends the mails of the
 * auth service through a mail service of one's own, with the texts of `supabase/templates`.
 *
 * @param environment see `settings.ts`; with settings that will not do, every request is answered with 500 and the reason
 */
export function sendEmailHook(environment: Readonly<Record<string, string | undefined>>, world: World): (request: Request) => Promise<Response> {
  const mailer = createMailer(environment, world);
  return async (request) => {
    if (mailer instanceof SettingsError) return refusal(mailer.message, 500);
    if (request.method !== 'POST') return refusal('Only the auth service has something to say here.', 405);
    try {
      await mailer(request.headers, await request.text());
      return Response.json({});
    } catch (error) {
      if (error instanceof ForgedRequestError) return refusal(error.message, 401);
      const { message, detail } = error instanceof HookError ? error : faultOfOwn(error);
      // Never the error as it is: what a schema or a mail service says can have the request in it.
      console.error(`send-email: ${detail}`);
      // The auth service reads the reason only in an answer whose own status is 200 (supabase/auth, `internal/hooks/hookshttp`).
      return Response.json({ error: { http_code: 500, message } });
    }
  };
}

function createMailer(
  environment: Parameters<typeof sendEmailHook>[0],
  world: World,
): ((headers: Headers, body: string) => Promise<void>) | SettingsError {
  try {
    const settings = readSettings(environment);
    const check = createRequestCheck(settings.signingSecrets);
    const send = createMailService(settings, world.fetch);
    return async (headers, body) => {
      await check(headers, body);
      await send(addressMails(readPayload(body), settings.siteUrl), await keyOf(body));
    };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(`send-email: ${error.message}`);
    return error;
  }
}

/**
 * What a mail is known by when it is tried again: its body, which is then the same and has secrets of its own. The auth
 * service gives every try a new id (supabase/auth, `internal/hooks/hookshttp`). SHA-256, in hexadecimal.
 */
async function keyOf(body: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A template has nothing of anybody in it, so what is wrong with it may be said. */
function faultOfOwn(error: unknown): HookError {
  return new HookError('The mail could not be sent.', error instanceof TemplateError ? `a template is wrong: ${error.message}` : 'a fault of the function itself', error);
}

function refusal(message: string, status: number): Response {
  return Response.json({ error: { http_code: status, message } }, { status });
}
