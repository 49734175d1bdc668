import type { Message } from './message-store.ts';

/** Text that is safe in HTML. */
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

/** Builds HTML; every value that is not HTML already is escaped. */
function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => text + escape(parts[index] ?? '')).join(''));
}

const address = /https?:\/\/[^\s<>"]+/g;

/** The web addresses in a text, in order. */
export function linksIn(text: string): string[] {
  return text.match(address) ?? [];
}

/** The codes to type in a text, in order; digits within an address are none. */
export function codesIn(text: string): string[] {
  return text.replace(address, '').match(/(?<![\w+])\d{6,10}(?!\w)/g) ?? [];
}

/** A text whose addresses can be followed. */
function linked(text: string): Html[] {
  const links = linksIn(text);
  return text.split(address).map((plain, index) => {
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

/** The list of messages, as given. */
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

/** One message: its text, with links that work, and a way to its HTML part. */
export function messagePage(message: Message): string {
  return page(
    message.subject,
    html`<h1 dir="auto">${message.subject}</h1>
      <dl>
        <div><dt>From</dt><dd>${message.from}</dd></div>
        <div><dt>To</dt><dd>${message.to}</dd></div>
        <div><dt>Received</dt><dd>${time(message.createdAt)}</dd></div>
      </dl>
      <p class="text" dir="auto">${linked(message.text)}</p>
      ${message.html === null ? '' : html`<p><a href="/messages/${message.id}/html">Show as HTML</a></p>`}`,
  );
}

/** What a link to a message shows that is no longer there. */
export function missingPage(): string {
  return page('Message not found', html`<h1>Message not found</h1><p>It was deleted. <a href="/">Back to the inbox</a></p>`);
}
