import { createHmac, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { SendEmailHook } from '../../options/settings.ts';
import { AuthError } from '../auth-error.ts';

/** How long a hook may take, in milliseconds (GoTrue's internal/hooks/hookshttp). */
const timeLimit = 5000;

const refusalSchema = v.object({ error: v.object({ http_code: v.optional(v.number(), 500), message: v.pipe(v.string(), v.minLength(1)) }) });

function failed(message: string, status = 500, cause?: unknown): AuthError {
  return new AuthError(message, { status, code: 'unexpected_failure', cause });
}

/**
 * Has a function send a mail, as GoTrue does: signed by Standard Webhooks, all signatures in one header, a comma and a space between them.
 * @throws AuthError with what the hook says, or that it says nothing that is understood
 */
export async function callEmailHook({ uri, secrets }: SendEmailHook, payload: object): Promise<void> {
  const body = JSON.stringify(payload);
  const [id, time] = [randomUUID(), String(Math.floor(Date.now() / 1000))];
  const sign = (secret: string): string => createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${time}.${body}`).digest('base64');
  const signatures = secrets.map((secret) => `v1,${sign(secret)}`).join(', ');
  const answer = await post(uri, body, { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures });
  if (answer.status === 204) return;
  if (answer.status !== 200 && answer.status !== 202) throw failed(`Unexpected status code returned from hook: ${String(answer.status)}`);
  const refusal = v.safeParse(refusalSchema, answer.body);
  if (refusal.success) throw failed(refusal.output.error.message, refusal.output.error.http_code);
}

async function post(uri: string, body: string, headers: Record<string, string>): Promise<{ status: number; body: unknown }> {
  try {
    const answer = await fetch(uri, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(timeLimit),
    });
    return { status: answer.status, body: answer.status === 200 || answer.status === 202 ? await answer.json() : undefined };
  } catch (cause) {
    throw failed('Failed to reach hook after maximum retries', 422, cause);
  }
}
