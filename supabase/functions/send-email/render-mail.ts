import { plainText } from './plain-text.ts';
import { decideChoices, fillPlaces, TemplateError } from './template-actions.ts';

/** A mail without its recipient. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** The values of the placeholders, by the auth service's names for them. */
type MailValues = Readonly<Record<string, string>>;

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** In plain text, a value must not span lines. */
function oneLine(value: string): string {
  return value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

function valueOf(values: MailValues, name: string): string {
  const value = values[name];
  if (value === undefined) throw new TemplateError(`No mail knows {{ .${name} }}.`);
  return value;
}

/** Fills a template as the auth service does (Go's `html/template`): values in a query are percent-encoded. */
function fill(template: string, values: MailValues, escape: (value: string) => string): string {
  return fillPlaces(template, (name, inQuery) => (inQuery ? encodeURIComponent : escape)(valueOf(values, name)));
}

/**
 * Renders a mail. Every value may be chosen by an attacker.
 *
 * @throws TemplateError if the template is wrong, or has a placeholder without a value
 */
export function renderMail({ subject, html }: Pick<RenderedMail, 'subject' | 'html'>, values: MailValues): RenderedMail {
  const decide = (template: string): string => decideChoices(template, (name) => valueOf(values, name));
  const chosen = decide(html);
  return {
    subject: fill(decide(subject), values, oneLine),
    html: fill(chosen, values, escapeHtml),
    text: `${fill(plainText(chosen), values, oneLine)}\n`,
  };
}
