import { AuthError } from '../auth-error.ts';
import type { Endpoint } from '../call.ts';

const OTHER_PROVIDERS = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
];

/** `GET /settings`: which sign-in methods the project offers. */
export const settings: Endpoint = {
  method: 'GET',
  path: '/settings',
  handle: ({ auth }) => ({
    body: {
      external: { ...Object.fromEntries(OTHER_PROVIDERS.map((name) => [name, auth.settings.providers.includes(name)])), anonymous_users: auth.settings.anonymousSignInsEnabled, email: auth.settings.emailEnabled, phone: auth.settings.sms.enabled },
      disable_signup: !auth.settings.signUpEnabled,
      mailer_autoconfirm: auth.settings.autoconfirm,
      phone_autoconfirm: auth.settings.sms.enabled && auth.settings.sms.autoconfirm,
      sms_provider: auth.settings.sms.enabled ? 'local-supabase' : '',
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: auth.settings.passkeys.enabled,
    },
  }),
};

/** `GET /health` */
export const health: Endpoint = {
  method: 'GET',
  path: '/health',
  withoutKey: true,
  handle: () => ({
    body: { version: 'local', name: 'GoTrue', description: 'local-supabase responds as GoTrue does, for development only' },
  }),
};

/** `GET /.well-known/jwks.json`: the keys that verify access tokens (RFC 7517), the signing one first. */
export const jwks: Endpoint = {
  method: 'GET',
  path: '/.well-known/jwks.json',
  withoutKey: true,
  handle: ({ auth }) => ({
    headers: { 'cache-control': 'public, max-age=600' },
    body: { keys: auth.signingKeys.all.map((key) => key.publicJwk) },
  }),
};

/** `POST /sso`: single sign-on. This backend responds like a project that has it switched off. */
export const singleSignOn: Endpoint = {
  method: 'POST',
  path: '/sso',
  handle() {
    throw new AuthError('SAML 2.0 is disabled', { status: 404, code: 'saml_provider_disabled' });
  },
};
