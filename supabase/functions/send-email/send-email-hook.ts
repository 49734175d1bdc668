import { addressMails } from './addressed-mails.ts';
import { ForgedRequestError, HookError, SettingsError } from './hook-error.ts';
import { readPayload } from './hook-payload.ts';
import { createMailService } from './mail-service.ts';
import { createRequestCheck } from './request-check.ts';
import { readSettings } from './settings.ts';
import { TemplateError } from './template-actions.ts';

/** What the hook needs from its runtime. */
interface Runtime {
  readonly fetch: typeof fetch;
}

/**
 * Supabase's Send Email Hook (https://supabase.com/docs/guides/auth/auth-hooks/send-email-hook): sends the mails of the auth
 * service through another mail service, with the texts of `supabase/templates`.
 *
 * @param environment see `settings.ts`. If a setting is missing or wrong, the response to every request is 500 and names it.
 */
export function sendEmailHook(environment: Readonly<Record<string, string | undefined>>, runtime: Runtime): (request: Request) => Promise<Response> {
  const mailer = createMailer(environment, runtime);
  return async (request) => {
    if (mailer instanceof SettingsError) return refusal(mailer.message, 500);
    if (request.method !== 'POST') return refusal('Method not allowed: this endpoint accepts POST from the auth service.', 405);
    try {
      await mailer(request.headers, await request.text());
      return Response.json({});
    } catch (error) {
      if (error instanceof ForgedRequestError) return refusal(error.message, 401);
      const { message, detail } = error instanceof HookError ? error : internalError(error);
      // Never the original message: it may contain parts of the request.
      console.error(`send-email: ${detail}`);
      // The auth service reads the reason only from a response with status 200 (supabase/auth, `internal/hooks/hookshttp`).
      return Response.json({ error: { http_code: 500, message } });
    }
  };
}

function createMailer(
  environment: Parameters<typeof sendEmailHook>[0],
  runtime: Runtime,
): ((headers: Headers, body: string) => Promise<void>) | SettingsError {
  try {
    const settings = readSettings(environment);
    const check = createRequestCheck(settings.signingSecrets);
    const send = createMailService(settings, runtime.fetch);
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
 * The idempotency key of a request: the SHA-256 of its body in hexadecimal. A repeated request has the same body, which contains
 * a secret, but a new id (supabase/auth, `internal/hooks/hookshttp`).
 */
async function keyOf(body: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Templates contain no personal data, so the log may contain their errors. */
function internalError(error: unknown): HookError {
  return new HookError('The mail could not be sent.', error instanceof TemplateError ? `a template is wrong: ${error.message}` : 'an internal error', error);
}

function refusal(message: string, status: number): Response {
  return Response.json({ error: { http_code: status, message } }, { status });
}
