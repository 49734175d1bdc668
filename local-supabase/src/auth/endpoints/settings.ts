import type { Endpoint } from '../call.ts';

const absentProviders = [
  'anonymous_users',
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
  'phone',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
];

/** `GET /settings`: what the project offers. */
export const settings: Endpoint = {
  method: 'GET',
  path: '/settings',
  handle: ({ auth }) => ({
    body: {
      external: { ...Object.fromEntries(absentProviders.map((name) => [name, false])), email: true },
      disable_signup: !auth.settings.signUpEnabled,
      mailer_autoconfirm: auth.settings.autoconfirm,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: false,
    },
  }),
};
