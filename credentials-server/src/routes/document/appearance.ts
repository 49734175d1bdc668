import { languageKey, type LiveSite } from '@atrium/releases/resolve';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** The language and the colours of a document. */
export interface Appearance {
  /** BCP 47 tag. */
  readonly language: string;
  /** Null to follow the system. */
  readonly theme: 'light' | 'dark' | null;
}

/** Cookies in which the shell stores a person's choice (shell/src/frame/preferences.tsx). */
const LANGUAGE_COOKIE = 'atrium-language';
const THEME_COOKIE = 'atrium-theme';

/** The appearance that a person chose on the site. Without a choice, the language is the browser's first one that the site has. */
export function appearanceFor({ cookies, raw }: FastifyRequest, { shell, languages }: LiveSite): Appearance {
  const offered = ['en', ...Object.keys(languages.get(languageKey(shell)) ?? {})];
  const theme = cookies[THEME_COOKIE];
  return {
    language: offered.find((tag) => tag === cookies[LANGUAGE_COOKIE]) ?? new Negotiator(raw).language(offered) ?? 'en',
    theme: theme === 'light' || theme === 'dark' ? theme : null,
  };
}
