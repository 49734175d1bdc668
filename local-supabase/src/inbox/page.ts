import type { Message } from './messages.ts';

/** Markup that needs no escaping. */
class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Part = string | Html | Html[];

function escape(part: Part): string {
  if (part instanceof Html) return part.source;
  if (Array.isArray(part)) return part.map((entry) => entry.source).join('');
  return part.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}

/** Builds HTML and escapes every value that is not already Html. */
function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => text + escape(parts[index] ?? '')).join(''));
}

const ADDRESS_PATTERN = /https?:\/\/[^\s<>"]+/g;

/** The URLs in a text, in order. */
export function linksIn(text: string): string[] {
  return text.match(ADDRESS_PATTERN) ?? [];
}

/** The one-time codes in a text, in order. Digits in URLs do not count. */
export function codesIn(text: string): string[] {
  return text.replace(ADDRESS_PATTERN, '').match(/(?<![\w+])\d{6,10}(?!\w)/g) ?? [];
}

/** A text with its URLs as links. */
function withLinks(text: string): Html[] {
  const links = linksIn(text);
  return text.split(ADDRESS_PATTERN).map((plain, index) => {
    const link = links[index];
    return link === undefined ? html`${plain}` : html`${plain}<a href="${link}" rel="noreferrer">${link}</a>`;
  });
}

function time(iso: string): Html {
  const shown = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso));
  return html`<time datetime="${iso}">${shown}</time>`;
}

function page(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · Inbox</title>
    <link rel="stylesheet" href="/inbox.css">
  </head>
  <body>
    <header><a href="/">Inbox</a> <span>Nothing is really sent: for development only</span></header>
    <main>${content}</main>
  </body>
</html>
`.source;
}

/** The page with the list of messages. */
export function listPage(messages: readonly Message[]): string {
  const rows = messages.map(
    (message) => html`<li>
        <a href="/messages/${message.id}" dir="auto">${message.channel === 'sms' ? message.text : message.subject}</a>
        <span>To ${message.to}</span>
        ${time(message.createdAt)}
      </li>`,
  );
  return page(
    'Messages',
    messages.length === 0
      ? html`<h1>Messages</h1><p>No messages yet. Mail and SMS that the site sends appear here: ask for a reset link, then reload.</p>`
      : html`<h1>Messages</h1><ol>${rows}</ol>`,
  );
}

/** The page of one message: its text with working links, and a link to its HTML part. */
export function messagePage(message: Message): string {
  return page(
    message.subject,
    html`<h1 dir="auto">${message.subject}</h1>
      <dl>
        <div><dt>From</dt><dd>${message.from}</dd></div>
        <div><dt>To</dt><dd>${message.to}</dd></div>
        <div><dt>Received</dt><dd>${time(message.createdAt)}</dd></div>
      </dl>
      <p class="text" dir="auto">${withLinks(message.text)}</p>
      ${message.html === null ? '' : html`<p><a href="/messages/${message.id}/html">Show as HTML</a></p>`}`,
  );
}

/** The page of a message that does not exist. */
export function missingPage(): string {
  return page('Message not found', html`<h1>Message not found</h1><p>It was deleted. <a href="/">Back to the inbox</a></p>`);
}

/** The style sheet of the inbox. */
export const INBOX_CSS = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1d2330, #e7eaf0);
  --quiet: light-dark(#566072, #a3adbf);
  --ground: light-dark(#f6f7f9, #14171d);
  --sheet: light-dark(#fff, #1d222b);
  --line: light-dark(#dde1e8, #343b48);
  --link: light-dark(#1f4fd1, #8fb2ff);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
a { color: var(--link); }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 3px; border-radius: 2px; }
header { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: baseline; padding: 1rem 1.5rem; border-bottom: 1px solid var(--line); background: var(--sheet); }
header a { font-weight: 700; color: inherit; text-decoration: none; }
header span { color: var(--quiet); font-size: 0.875rem; }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
ol { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 10px; background: var(--sheet); }
li { display: flex; flex-wrap: wrap; gap: 0.125rem 1rem; padding: 0.875rem 1rem; overflow-wrap: anywhere; }
li + li { border-top: 1px solid var(--line); }
li a { flex-basis: 100%; font-weight: 600; }
li span, time { color: var(--quiet); font-size: 0.875rem; }
dl { margin: 0 0 1rem; color: var(--quiet); font-size: 0.9375rem; }
dl div { display: flex; gap: 0.75rem; }
dt { min-width: 5rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.text { padding: 1.25rem; border: 1px solid var(--line); border-radius: 10px; background: var(--sheet); white-space: pre-wrap; overflow-wrap: anywhere; }
`;
