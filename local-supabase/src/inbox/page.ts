import { html } from '../http/html.ts';
import type { Html } from '../http/html.ts';
import type { Message } from './messages.ts';

const ADDRESS_PATTERN = /https?:\/\/[^\s<>"]+/g;

/** The URLs in a text, in order. */
export function linksIn(text: string): string[] {
  return text.match(ADDRESS_PATTERN) ?? [];
}

/** The one-time codes in a text, in order. Digits in URLs do not count. */
export function codesIn(text: string): string[] {
  return text.replace(ADDRESS_PATTERN, '').match(/(?<![\w+])\d{6,10}(?!\w)/g) ?? [];
}

/** The code that the backend adds to the text of every mail, so that tests can read it. The page shows it with the sender. */
const ADDED_CODE = /\n\nCode: \d+$/;

/** A text with its URLs as links. */
function withLinks(text: string): Html[] {
  const links = linksIn(text);
  return text.split(ADDRESS_PATTERN).map((plain, index) => {
    const link = links[index];
    return link === undefined ? html`${plain}` : html`${plain}<a href="${link}" rel="noreferrer" target="_blank">${link}</a>`;
  });
}

const UNITS = [['day', 86_400], ['hour', 3_600], ['minute', 60]] as const;

/** The time from now, for example "5 minutes ago". */
function relativeTime(iso: string): string {
  const seconds = (Date.parse(iso) - Date.now()) / 1000;
  const [unit, length] = UNITS.find(([, one]) => -seconds >= one) ?? [];
  return unit === undefined ? 'just now' : new Intl.RelativeTimeFormat('en').format(Math.ceil(seconds / length), unit);
}

function exactTime(iso: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso));
}

/** A mail has a subject, an SMS only its text. */
function titleOf({ channel, subject, text }: Message): string {
  return channel === 'sms' ? text : subject;
}

/** The mark of the product, as on every page of the site. */
const MARK = html`<svg width="22" height="22" viewBox="0 0 22 22" fill="none" aria-hidden="true"><rect width="22" height="22" rx="6" fill="currentColor"/><path d="M6.5 16v-5a4.5 4.5 0 0 1 9 0v5M11 16v-3.8" stroke="var(--surface)" stroke-width="1.6" stroke-linecap="round"/></svg>`;

function page(title: string, place: 'list' | 'message', content: Html): string {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · Inbox</title>
    <link rel="stylesheet" href="/inbox.css">
    <script src="/inbox.js" defer></script>
  </head>
  <body data-place="${place}">
    <header class="bar"><a href="/">${MARK}Atrium</a><span class="badge">Development inbox</span><span class="note">Nothing is really sent.</span></header>
    ${content}
  </body>
</html>
`.source;
}

/** The list of messages. @param chosen the message beside it */
function listOf(messages: readonly Message[], chosen?: Message): Html {
  const rows = messages.map((message) => {
    const isChosen = message.id === chosen?.id;
    return html`<li><a href="/messages/${message.id}"${isChosen ? html` aria-current="true"` : ''}><b dir="auto">${titleOf(message)}</b><time datetime="${message.createdAt}" title="${exactTime(message.createdAt)}">${relativeTime(message.createdAt)}</time><span>${message.to}</span></a></li>`;
  });
  return html`<nav class="list" aria-label="Messages"><ol>${rows}</ol></nav>`;
}

/** A message: its HTML, which cannot run scripts, beside its text with working links. */
function reader(message: Message): Html {
  const codes = Array.from(new Set(codesIn(message.text)),
    (code) => html`<div><dt>Code</dt><dd><code>${code}</code> <button type="button" data-copy="${code}" aria-label="Copy the code ${code}">Copy</button></dd></div>`,
  );
  const source = html`<section class="text" aria-label="Text"><h2>Text</h2><p dir="auto">${withLinks(message.text.replace(ADDED_CODE, ''))}</p></section>`;
  return html`<main>
      <a class="back" href="/"><svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><path d="m10 3-5 5 5 5"/></svg>All messages</a>
      <div class="head">
        <h1 dir="auto">${message.channel === 'sms' ? 'SMS' : message.subject}</h1>
        <dl>
          <div><dt>From</dt><dd>${message.from}</dd></div>
          <div><dt>To</dt><dd>${message.to}</dd></div>
          <div><dt>Received</dt><dd><time datetime="${message.createdAt}" title="${exactTime(message.createdAt)}">${relativeTime(message.createdAt)}</time></dd></div>
          ${codes}
        </dl>
        <p role="status" id="status"></p>
      </div>
      <div class="${message.html === null ? 'parts one' : 'parts'}">
        ${
          message.html === null
            ? ''
            : html`<section class="html" aria-label="HTML"><h2>HTML <a href="/messages/${message.id}/html">Open alone</a></h2><iframe src="/messages/${message.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" title="The mail as HTML"></iframe></section>`
        }
        ${source}
      </div>
    </main>`;
}

const EMPTY = html`<main class="empty"><h1>No messages yet</h1><p>Mail and SMS that the site sends appear here: ask for a reset link, then reload this page.</p></main>`;

/** The page with the list of messages, beside the newest one. */
export function listPage(messages: readonly Message[]): string {
  const [newest] = messages;
  return page('Messages', 'list', newest ? html`<div class="columns">${listOf(messages, newest)}${reader(newest)}</div>` : EMPTY);
}

/** The page of one message, beside the list. */
export function messagePage(message: Message, messages: readonly Message[]): string {
  return page(titleOf(message), 'message', html`<div class="columns">${listOf(messages, message)}${reader(message)}</div>`);
}

/** The page of a message that does not exist. */
export function missingPage(): string {
  return page('Message not found', 'message', html`<main class="empty"><h1>Message not found</h1><p>It was deleted. <a href="/">Back to the inbox</a></p></main>`);
}

/** A mail's own HTML for its frame: its links open in a new tab, because no page of the site allows frames. */
export function framedMail(source: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(source) ? source.replace(/<head[^>]*>/i, `$&${base}`) : `<!doctype html>${base}${source}`;
}
