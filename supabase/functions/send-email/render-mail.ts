/** A mail without its address. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** What the placeholders of the templates stand for, under the names that the auth service has for them. */
export type MailValues = Readonly<Record<string, string>>;

/** A placeholder, `{{ .Name }}`, with the equals sign before it where it stands in the query of an address. */
const PLACEHOLDER = /(=?)\{\{\s*\.([\w.]+)\s*\}\}/g;

/** What is there only with a value, and what is there without it: `{{ if .Name }}…{{ else }}…{{ end }}`, never one in another. */
const CHOICE = /\{\{\s*if \.([\w.]+)\s*\}\}(.*?)(?:\{\{\s*else\s*\}\}(.*?))?\{\{\s*end\s*\}\}/gs;

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** In plain text a value must not look like a line of its own. */
function oneLine(value: string): string {
  return value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

function valueOf(values: MailValues, name: string): string {
  const value = values[name];
  if (value === undefined) throw new TypeError(`No mail knows the placeholder ${name}.`);
  return value;
}

/** Done before values are filled in, which may look like choices. */
function choose(template: string, values: MailValues): string {
  return template.replace(CHOICE, (_, name: string, filled: string, empty: string | undefined) => (valueOf(values, name) === '' ? (empty ?? '') : filled));
}

/** Fills a template as the auth service would (Go's `html/template`): a value in a query is percent-encoded. */
function fill(template: string, values: MailValues, escape: (value: string) => string): string {
  return template.replace(PLACEHOLDER, (_, equals: string, name: string) => {
    const value = valueOf(values, name);
    return equals === '' ? escape(value) : `=${encodeURIComponent(value)}`;
  });
}

const CHARACTERS: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** The template as plain text: a link has its address on the next line. Done before values are filled in, which may look like tags. */
function plainTemplate(html: string): string {
  return html
    .replace(/<a href="([^"]*)">([^<]*)<\/a>\.?/g, '$2:\n$1')
    .replace(/<\/(?:h1|p)>\s*/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => CHARACTERS[entity] ?? entity)
    .trim();
}

/**
 * Renders a mail of which every value may come from a stranger.
 *
 * @throws TypeError when the template has a placeholder that is none of the values
 */
export function renderMail({ subject, html }: Pick<RenderedMail, 'subject' | 'html'>, values: MailValues): RenderedMail {
  const chosen = choose(html, values);
  return {
    subject: fill(choose(subject, values), values, oneLine),
    html: fill(chosen, values, escapeHtml),
    text: `${fill(plainTemplate(chosen), values, oneLine)}\n`,
  };
}
