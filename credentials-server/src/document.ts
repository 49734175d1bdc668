import { previewBlockId } from '@atrium/releases/preview-wire';
import { releaseNews } from '@atrium/releases/release-news';
import type { ReleaseSet } from '@atrium/releases/release-set';
import { credentialsPath } from './credentials-route.ts';
import { firstScreenFiles, shellFiles, type FirstFile } from './first-files.ts';
import { htmlJson, htmlText } from './html-text.ts';
import { messages, type UnavailableReason } from './messages.ts';
import type { PageOfPath } from './page-of-path.ts';
import type { OwnScript } from './previews/preview-tab-script.ts';
import type { WishedDocument } from './previews/wished-document.ts';

const head = `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#14171f">
<link rel="icon" href="/icon.svg" type="image/svg+xml">`;

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
const shellLate = `<p class="shell-late">${htmlText(messages.shellLate.text)} <a href="">${htmlText(messages.shellLate.reload)}</a></p>`;

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
  /** Whether the project of the sign-in tells tabs of moves: see releaseNews. */
  readonly hasReleaseNews: boolean;
}

const newsTag = `\n<meta name="${releaseNews.metaName}" content="${releaseNews.topic}">`;

/**
 * The document of every page: the release set as data, the shell's files, and those that the first screen needs of the remotes.
 *
 * @param place what is the same for all documents of a server
 * @param target the page that the path belongs to
 * @param preview for a browser that has a preview
 */
export function renderDocument(
  releaseSet: ReleaseSet,
  { apiBaseUrl, hasReleaseNews }: DocumentPlace,
  target: PageOfPath | null,
  preview?: PreviewPart,
): string {
  const { styles, boot, main } = shellFiles(releaseSet);
  return `${head}
<title>${htmlText(messages.siteTitle)}</title>
<meta name="atrium-api-base" content="${htmlText(apiBaseUrl)}">${hasReleaseNews ? newsTag : ''}
${lines([...(preview ? previewTags(preview) : []), ...main.map(preload), ...styles.map(load), ...boot.map(load), ...main.map(load)])}
${lines(firstScreenFiles(releaseSet, target).map(preload))}
<link rel="preload" as="fetch" href="${htmlText(apiBaseUrl)}${credentialsPath}" crossorigin="anonymous">
<script type="application/json" id="atrium-release-set">${htmlJson(releaseSet)}</script>
</head>
<body>
<div id="root">${shellLate}</div>
<noscript>${htmlText(messages.noScript)}</noscript>
</body>
</html>
`;
}

/** The document that stands in for the site while there is none, with what to do about it. */
export function renderUnavailable(reason: UnavailableReason): string {
  const { title, lead, operator } = messages.unavailable;
  return `${head}
<title>${htmlText(title)}</title>
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
