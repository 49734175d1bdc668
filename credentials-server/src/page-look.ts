import { languageKey, type LiveSite } from '@atrium/releases/live-site';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { readCookie } from './cookies.ts';

/** In what language and colours a document is shown. */
export interface PageLook {
  /** BCP 47 tag. */
  readonly language: string;
  /** Null to follow the system. */
  readonly theme: 'light' | 'dark' | null;
}

/** Cookies in which the shell keeps what a person chose (shell/src/preferences). */
const languageCookie = 'atrium-language';
const themeCookie = 'atrium-theme';

/** Looks up how a person wants pages: as chosen on the site, else in the first language of the browser that there is. */
export function lookOf(request: FastifyRequest, { shell, languages }: LiveSite): PageLook {
  const offered = ['en', ...Object.keys(languages.get(languageKey(shell)) ?? {})];
  const chosen = readCookie(request, languageCookie);
  const theme = readCookie(request, themeCookie);
  return {
    language: offered.find((tag) => tag === chosen) ?? new Negotiator(request.raw).language(offered) ?? 'en',
    theme: theme === 'light' || theme === 'dark' ? theme : null,
  };
}

/** Scripts that run from right to left, of languages that people read on screens (ISO 15924). */
const rightToLeft = ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm'];

/** The direction of a language's text. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.includes(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
}
