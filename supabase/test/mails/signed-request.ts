import { createHmac, randomUUID } from 'node:crypto';

/** Two secrets of the hook, as during a rotation. */
export const SECRETS = ['the older secret of the hook', 'the newer secret of the hook'].map((text) => Buffer.from(text).toString('base64'));

/** The complete environment of the function. */
export const ENVIRONMENT = {
  SEND_EMAIL_HOOK_SECRET: SECRETS.map((secret) => `v1,whsec_${secret}`).join('|'),
  SITE_URL: 'https://site.example/',
  MAIL_FROM: 'Atrium <no-reply@site.example>',
  RESEND_API_KEY: 're_test',
};

/** The parts of a signed request that a test can change. */
interface Signing {
  readonly id?: string;
  /** Seconds since 1970. */
  readonly time?: number | string;
  /** Base64. */
  readonly secrets?: readonly string[];
  /** The separator of the signatures. */
  readonly between?: string;
}

/** A request that is signed like the auth service's (https://www.standardwebhooks.com). */
export function signedRequest(payload: unknown, signing: Signing = {}): Request {
  const { id = randomUUID(), time = Math.floor(Date.now() / 1000), secrets = SECRETS.slice(0, 1), between = ', ' } = signing;
  const body = JSON.stringify(payload);
  const sign = (secret: string): string => createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${time}.${body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(time),
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(between),
  };
  return new Request('https://project.example/functions/v1/send-email', { method: 'POST', headers, body });
}
