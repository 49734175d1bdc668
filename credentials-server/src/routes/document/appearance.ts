import { releaseKey } from '@atrium/releases/model';
import type { LiveSite } from '@atrium/releases/resolve';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { cacheByText } from '../../http/text-cache.ts';

/** The language of a document, and what the user chose to see. */
export interface Appearance {
  /** BCP 47 tag. */
  readonly language: string;
  /** Null to follow the system. */
  readonly theme: 'light' | 'dark' | null;
  /** The user has hidden the sidebar. */
  readonly hidesSidebar: boolean;
}

/** Cookies in which the shell stores a person's choice (preferences.ts and sidebar.ts in shell/src/frame). */
const LANGUAGE_COOKIE = 'atrium-language';
const THEME_COOKIE = 'atrium-theme';
const SIDEBAR_COOKIE = 'atrium-sidebar';

/**
 * Returns the function that finds the appearance of a site's documents: what a person chose on the site, else the browser's first
 * language that the site has.
 */
export function appearancesOf({ shell, languages }: LiveSite): (request: FastifyRequest) => Appearance {
  const offered = ['en', ...Object.keys(languages.get(releaseKey(shell.name, shell.release)) ?? {})];
  const browserLanguage = cacheByText(
    (acceptLanguage: string | undefined) => new Negotiator({ headers: { 'accept-language': acceptLanguage } }).language(offered) ?? 'en',
  );
  return ({ cookies, headers }) => {
    const language = cookies[LANGUAGE_COOKIE];
    const theme = cookies[THEME_COOKIE];
    return {
      language: language !== undefined && offered.includes(language) ? language : browserLanguage(headers['accept-language']),
      theme: theme === 'light' || theme === 'dark' ? theme : null,
      hidesSidebar: cookies[SIDEBAR_COOKIE] === 'hidden',
    };
  };
}
