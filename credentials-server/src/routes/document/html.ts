import { directionOf } from '@atrium/releases/model';
import type { LiveSite } from '@atrium/releases/resolve';
import { frameColors, MODULE_ATTRIBUTE, PRERENDERED_ATTRIBUTE, PREVIEW_BLOCK_ID, RELEASE_BROADCAST, SIGN_IN_ATTRIBUTE, TELEMETRY_TAG, type FrameColor, type ReleaseSet } from '@atrium/releases/wire';
import { messages, type UnavailableReason } from '../../config/messages.ts';
import type { TelemetrySettings } from '../../config/settings.ts';
import type { SignInMethod } from '../../site/sign-in-methods.ts';
import { CREDENTIALS_PATH } from '../credentials.ts';
import type { RequestedDocument } from '../previews/requested-document.ts';
import type { PreviewTabScript } from '../previews/tab-script.ts';
import type { Appearance } from './appearance.ts';
import { firstScreenFiles, languageFiles, shellFiles, type FirstFile } from './first-files.ts';
import type { PageOfPath } from './page-of-path.ts';
import type { PrerenderedPage } from './prerendered-page.ts';
import { documentTexts, type DocumentTexts } from './texts.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML content and quoted attribute values. */
function htmlText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** JSON for a data block: without `<`, so that no content can end the block or open a comment in it. */
function htmlJson(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
}

function themeColor({ content, media }: FrameColor): string {
  return `<meta name="theme-color"${media === undefined ? '' : ` media="${media}"`} content="${content}">`;
}

/** A chosen theme, a hidden sidebar and the project's sign-in methods are part of the document, so that its first screen is right. */
function headOf({ language, theme, hidesSidebar }: Appearance, methods: readonly SignInMethod[] = []): string {
  const signIn = methods.length === 0 ? '' : ` ${SIGN_IN_ATTRIBUTE}="${methods.join(' ')}"`;
  return `<!doctype html>
<html lang="${htmlText(language)}" dir="${directionOf(language)}"${theme === null ? '' : ` data-theme="${theme}"`}${hidesSidebar ? ' data-sidebar="hidden"' : ''}${signIn}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme ?? 'light dark'}">
${frameColors(theme ?? 'system').map(themeColor).join('\n')}
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">`;
}

/** Browsers use a preload only if the following request has the same crossorigin and integrity. */
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
 * A placeholder until the shell renders the site. The shell's style sheet reveals it after some seconds; without the
 * style sheet it is visible immediately. The link reloads the page and needs no script.
 */
function shellLate({ late, reload }: DocumentTexts): string {
  return `<p class="shell-late">${htmlText(late)} <a href="">${htmlText(reload)}</a></p>`;
}

/**
 * The frame of every page, as the shell first renders it (shell/src/frame/site-header.tsx). It is visible as soon as the
 * document and its style sheet have loaded, before any script. Its link works without scripts, too.
 */
function frame(): string {
  return `<header class="shell-header"><div class="shell-header-row"><a class="shell-brand" href="/"><svg class="shell-brand-mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M3 21V10l9-7 9 7v11h-5v-8a4 4 0 0 0-8 0v8z"/></svg>${htmlText(messages.siteTitle)}</a></div></header>`;
}

/** The page, surrounded as the shell surrounds it (shell/src/frame/site-frame.tsx and pages/module-page.tsx). */
function prerenderedMain({ module, path, html }: PrerenderedPage): string {
  return `<main class="shell-main" id="content" tabindex="-1" ${PRERENDERED_ATTRIBUTE}="${htmlText(path)}"><div class="shell-module"><div ${MODULE_ATTRIBUTE}="${htmlText(module)}">${html}</div></div></main>`;
}

/** What a document tells its tab about a preview, and the script that keeps the preview in the tab. */
export interface PreviewPart extends Pick<RequestedDocument, 'digest' | 'block'> {
  readonly script: PreviewTabScript;
}

/** These come before everything else, because the script may navigate to another URL. */
function previewTags({ digest, block, script: { address, integrity } }: PreviewPart): string[] {
  const shown = digest === null ? '' : ` data-preview="${htmlText(digest)}"`;
  return [
    `<script src="${address}" integrity="${integrity}" crossorigin="anonymous"${shown}></script>`,
    ...(block === null ? [] : [`<script type="application/json" id="${PREVIEW_BLOCK_ID}">${htmlJson(block)}</script>`]),
  ];
}

function lines(tags: readonly string[]): string {
  return tags.join('\n');
}

/** The settings that all documents of a server share. */
export interface DocumentSettings {
  /** Where browsers find this server; empty for the page's own origin. */
  readonly apiBaseUrl: string;
  /** Where visitors find the site, without a slash at the end. If it is null, link previews have no picture. */
  readonly siteUrl: string | null;
  /** Whether the project of the sign-in tells tabs about releases: see RELEASE_BROADCAST. */
  readonly hasReleaseBroadcast: boolean;
  /** Null if tabs send no telemetry. The document then does not mention it. */
  readonly telemetry: TelemetrySettings | null;
}

/** What other sites show for a link to this one (https://ogp.me). They read only the document. */
function socialTags(siteUrl: string | null, { siteTitle, siteDescription }: typeof messages): string[] {
  const tag = (property: string, content: string) => `<meta property="og:${property}" content="${htmlText(content)}">`;
  return [
    `<meta name="description" content="${htmlText(siteDescription)}">`,
    tag('site_name', siteTitle),
    tag('type', 'website'),
    ...(siteUrl === null ? [] : [tag('image', `${siteUrl}/social.png`)]),
  ];
}

/** What differs between documents, besides the release set. */
interface DocumentView extends Pick<LiveSite, 'languages'> {
  readonly appearance: Appearance;
  /** The page of the path. */
  readonly target: PageOfPath | null;
  /** For a browser with a preview. */
  readonly preview?: PreviewPart | undefined;
  /** The first screen of the target, if its release has it as HTML. */
  readonly prerendered?: PrerenderedPage | null;
  /** What the project allows besides passwords and mails. */
  readonly methods?: readonly SignInMethod[];
}

const RELEASE_BROADCAST_TAG = `\n<meta name="${RELEASE_BROADCAST.metaName}" content="${RELEASE_BROADCAST.topic}">`;

function telemetryTag({ collector, share }: TelemetrySettings): string {
  return `\n<meta name="${TELEMETRY_TAG.name}" content="${htmlText(collector)}" ${TELEMETRY_TAG.shareAttribute}="${share}">`;
}

/** Renders the document of a page: the release set as data, the shell's files, and the remotes' files for the first screen. */
export function renderDocument(
  releaseSet: ReleaseSet,
  { apiBaseUrl, siteUrl, hasReleaseBroadcast, telemetry }: DocumentSettings,
  { appearance, languages, target, preview, prerendered = null, methods }: DocumentView,
): string {
  const texts = documentTexts(appearance.language);
  const { styles, boot, main } = shellFiles(releaseSet);
  // The page must not appear without its styles, nor before it is known whether to hide it. The shell's styles come first, as always.
  const pageStyles = new Set(prerendered?.styles.map(({ address }) => address));
  const laterFiles = firstScreenFiles(releaseSet, target).filter(({ address }) => !pageStyles.has(address));
  return `${headOf(appearance, methods)}
<title>${htmlText(messages.siteTitle)}</title>
${lines(socialTags(siteUrl, messages))}
<meta name="atrium-api-base" content="${htmlText(apiBaseUrl)}">${hasReleaseBroadcast ? RELEASE_BROADCAST_TAG : ''}${telemetry ? telemetryTag(telemetry) : ''}
${lines([...(preview ? previewTags(preview) : []), ...(prerendered ? [`<script>${prerendered.script.text}</script>`] : []), ...main.map(preload), ...styles.map(load), ...(prerendered?.styles ?? []).map(load), ...boot.map(load), ...main.map(load)])}
${lines([...languageFiles(releaseSet, target, languages, appearance.language), ...laterFiles].map(preload))}
<link rel="preload" as="fetch" href="${htmlText(apiBaseUrl)}${CREDENTIALS_PATH}" crossorigin="anonymous">
<script type="application/json" id="atrium-release-set">${htmlJson(releaseSet)}</script>
</head>
<body>
<div id="root">${frame()}${prerendered ? prerenderedMain(prerendered) : ''}${shellLate(texts)}</div>
<noscript>${htmlText(texts.noScript)}</noscript>
</body>
</html>
`;
}

/** Seconds after which a browser or a proxy may retry while there is no site. */
export const RETRY_AFTER_SECONDS = 5;

/** Renders the document for a site that cannot be served, with advice for the operator. It reloads itself. */
export function renderUnavailable(reason: UnavailableReason): string {
  const { title, lead, operator } = messages.unavailable;
  return `${headOf({ language: 'en', theme: null, hidesSidebar: false })}
<title>${htmlText(title)}</title>
<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}">
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
