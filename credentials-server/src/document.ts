import { previewBlockId, releaseNews, telemetryMeta } from '@atrium/releases/names';
import type { ReleaseSet } from '@atrium/releases/release-set';
import type { LiveSite } from '@atrium/releases/live-site';
import { credentialsPath } from './credentials-route.ts';
import { documentTexts, type DocumentTexts } from './document-texts.ts';
import { firstScreenFiles, languageFiles, shellFiles, type FirstFile } from './first-files.ts';
import { htmlJson, htmlText } from './html-text.ts';
import { messages, type UnavailableReason } from './messages.ts';
import { directionOf, type PageLook } from './page-look.ts';
import type { PageOfPath } from './page-of-path.ts';
import type { OwnScript } from './previews/preview-tab-script.ts';
import type { WishedDocument } from './previews/wished-document.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';

const themes = ['light', 'dark'] as const;

/** The colour of the browser's own frame: the top of the page (page-kit/src/ui/tokens.css). */
function themeColour(theme: (typeof themes)[number], bySystem: boolean): string {
  const media = bySystem ? ` media="(prefers-color-scheme: ${theme})"` : '';
  return `<meta name="theme-color"${media} content="${theme === 'light' ? '#ffffff' : '#1a2a26'}">`;
}

/** A theme that was chosen stands in the document, so that no other one is seen first. */
function headOf({ language, theme }: PageLook): string {
  return `<!doctype html>
<html lang="${htmlText(language)}" dir="${directionOf(language)}"${theme === null ? '' : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme ?? 'light dark'}">
${(theme === null ? themes : [theme]).map((one) => themeColour(one, theme === null)).join('\n')}
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">`;
}

/** A preload is taken only if its crossorigin and integrity are those of the request that follows. */
function preload({ address, integrity, kind }: FirstFile): string {
  return `<link rel="preload" as="${kind}" href="${htmlText(address)}" integrity="${integrity}" crossorigin="anonymous">`;
}

function load({ address, integrity, kind }: FirstFile): string {
  const href = htmlText(address);
  return kind === 'style'
    ? `<link rel="stylesheet" href="${href}" integrity="${integrity}" crossorigin="anonymous">`
    : `<script src="${href}" defer integrity="${integrity}" crossorigin="anonymous"></script>`;
}

/**
 * Stands where the site will be until the shell draws it. The shell's style sheet shows it after some seconds only; where
 * that did not come either, it is there at once. The link loads the page anew and needs no script.
 */
function shellLate({ late, reload }: DocumentTexts): string {
  return `<p class="shell-late">${htmlText(late)} <a href="">${htmlText(reload)}</a></p>`;
}

/**
 * The frame of every page as the shell draws it at first (shell/src/header/site-header.tsx), so that it is there with the
 * document and its style sheet, however long the scripts take. Its link works without them, too.
 */
function frame(): string {
  return `<header class="shell-header"><div class="shell-header-row"><a class="shell-brand" href="/"><svg class="shell-brand-mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M3 21V10l9-7 9 7v11h-5v-8a4 4 0 0 0-8 0v8z"/></svg>${htmlText(messages.siteTitle)}</a></div></header>`;
}

/** What a document has to tell its tab about previews, and the script that keeps them there. */
export interface PreviewPart extends Pick<WishedDocument, 'digest' | 'block'> {
  readonly script: OwnScript;
}

/** Before everything else, because it may lead the tab elsewhere. */
function previewTags({ digest, block, script: { address, integrity } }: PreviewPart): string[] {
  const shown = digest === null ? '' : ` data-preview="${htmlText(digest)}"`;
  return [
    `<script src="${address}" integrity="${integrity}" crossorigin="anonymous"${shown}></script>`,
    ...(block === null ? [] : [`<script type="application/json" id="${previewBlockId}">${htmlJson(block)}</script>`]),
  ];
}

function lines(tags: readonly string[]): string {
  return tags.join('\n');
}

/** What is the same for all documents of a server. */
export interface DocumentPlace {
  /** Where browsers find this server; empty for the page's own origin. */
  readonly apiBaseUrl: string;
  /** Where visitors find the site, without a slash at the end; null where nobody said: then no picture stands for it elsewhere. */
  readonly siteUrl: string | null;
  /** Whether the project of the sign-in tells tabs of moves: see releaseNews. */
  readonly hasReleaseNews: boolean;
  /** Null where tabs send no telemetry: then there is nothing of it in the document. */
  readonly telemetry: TelemetrySettings | null;
}

/** What other sites show of a link to this one (https://ogp.me); their programs read no more than the document. */
function socialTags(siteUrl: string | null, { siteTitle, siteDescription }: typeof messages): string[] {
  const tag = (property: string, content: string) => `<meta property="og:${property}" content="${htmlText(content)}">`;
  return [
    `<meta name="description" content="${htmlText(siteDescription)}">`,
    tag('site_name', siteTitle),
    tag('type', 'website'),
    ...(siteUrl === null ? [] : [tag('image', `${siteUrl}/social.png`)]),
  ];
}

/** What differs from document to document, besides the release set. */
export interface DocumentView extends Pick<LiveSite, 'languages'> {
  readonly look: PageLook;
  /** The page that the path belongs to. */
  readonly target: PageOfPath | null;
  /** For a browser that has a preview. */
  readonly preview?: PreviewPart | undefined;
}

const newsTag = `\n<meta name="${releaseNews.metaName}" content="${releaseNews.topic}">`;

function telemetryTag({ collector, share }: TelemetrySettings): string {
  return `\n<meta name="${telemetryMeta.name}" content="${htmlText(collector)}" ${telemetryMeta.share}="${share}">`;
}

/**
 * The document of every page: the release set as data, the shell's files, and those that the first screen needs of the remotes.
 *
 * @param place what is the same for all documents of a server
 * @param view what is not
 */
export function renderDocument(
  releaseSet: ReleaseSet,
  { apiBaseUrl, siteUrl, hasReleaseNews, telemetry }: DocumentPlace,
  { look, languages, target, preview }: DocumentView,
): string {
  const texts = documentTexts(look.language);
  const { styles, boot, main } = shellFiles(releaseSet);
  return `${headOf(look)}
<title>${htmlText(messages.siteTitle)}</title>
${lines(socialTags(siteUrl, messages))}
<meta name="atrium-api-base" content="${htmlText(apiBaseUrl)}">${hasReleaseNews ? newsTag : ''}${telemetry ? telemetryTag(telemetry) : ''}
${lines([...(preview ? previewTags(preview) : []), ...main.map(preload), ...styles.map(load), ...boot.map(load), ...main.map(load)])}
${lines([...languageFiles(releaseSet, target, languages, look.language), ...firstScreenFiles(releaseSet, target)].map(preload))}
<link rel="preload" as="fetch" href="${htmlText(apiBaseUrl)}${credentialsPath}" crossorigin="anonymous">
<script type="application/json" id="atrium-release-set">${htmlJson(releaseSet)}</script>
</head>
<body>
<div id="root">${frame()}${shellLate(texts)}</div>
<noscript>${htmlText(texts.noScript)}</noscript>
</body>
</html>
`;
}

/** Seconds after which a browser or a proxy may ask again while there is no site. */
export const retryAfterSeconds = 5;

/** The document that stands in for the site while there is none, with what to do about it. It loads itself again. */
export function renderUnavailable(reason: UnavailableReason): string {
  const { title, lead, operator } = messages.unavailable;
  return `${headOf({ language: 'en', theme: null })}
<title>${htmlText(title)}</title>
<meta http-equiv="refresh" content="${retryAfterSeconds}">
</head>
<body>
<main>
<h1>${htmlText(title)}</h1>
<p>${htmlText(lead)}</p>
<p>${htmlText(operator)} ${htmlText(messages.unavailable[reason])}</p>
</main>
</body>
</html>
`;
}
