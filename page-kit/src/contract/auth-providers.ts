/**
 * The providers that the site can offer, by the names of Supabase Auth, with the names that people know: those that both supabase-js and the
 * settings of a project name, without the deprecated `slack` and `linkedin`, and without `workos`, which needs the id of a connection.
 * The settings do not list a project's custom providers.
 */
export const PROVIDERS = {
  google: 'Google',
  apple: 'Apple',
  azure: 'Microsoft',
  github: 'GitHub',
  gitlab: 'GitLab',
  facebook: 'Facebook',
  linkedin_oidc: 'LinkedIn',
  twitter: 'X',
  discord: 'Discord',
  slack_oidc: 'Slack',
  bitbucket: 'Bitbucket',
  figma: 'Figma',
  fly: 'Fly.io',
  kakao: 'Kakao',
  keycloak: 'Keycloak',
  notion: 'Notion',
  spotify: 'Spotify',
  twitch: 'Twitch',
  zoom: 'Zoom',
} as const;

export type Provider = keyof typeof PROVIDERS;

/** A provider's account that logs its user in. */
export interface LinkedProvider {
  readonly id: string;
  /** The name of Supabase Auth. Also of providers that the site cannot offer, such as a custom one of the project. */
  readonly provider: string;
  /** The name that people know. */
  readonly name: string;
  /** The email address at the provider; null if it gave none. */
  readonly email: string | null;
  /** When it was linked (ISO 8601). */
  readonly createdAt: string;
}

/**
 * Log-in with other providers (OAuth 2.0 with PKCE). The functions never change. Each sets `loading` and clears `error`; on failure, it
 * sets `error` and rejects with an AuthActionError. {@link AuthProviders.available} does neither.
 */
export interface AuthProviders {
  /** The providers that the project allows, in the order in which pages offer them. */
  readonly available: () => readonly Provider[];
  /** Leaves the site for the provider's page. The provider returns to `/auth/confirm`, which logs in and opens `next`. */
  readonly login: (provider: Provider, next?: string | null) => Promise<void>;
  /** The user's linked accounts, oldest first. */
  readonly linked: () => Promise<readonly LinkedProvider[]>;
  /** Leaves the site for the provider's page, to link the user's account there. Continues at `next`. */
  readonly link: (provider: Provider, next: string) => Promise<void>;
  /** Unlinks an account. The last way to log in cannot be removed: it then fails with the code `single_identity_not_deletable`. */
  readonly unlink: (id: string) => Promise<void>;
}
