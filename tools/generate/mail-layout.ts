import * as v from 'valibot';

/** A text in every language of the site. */
const textSchema = v.strictObject({ en: v.string(), de: v.string(), ar: v.string() });
type Text = v.InferOutput<typeof textSchema>;

const mailSchema = v.strictObject({
  /** What happens, in a sentence or two. */
  sentence: textSchema,
  /** The label of the button. */
  button: v.optional(textSchema),
  /** Who sent the mail and why; missing in mails about a change of the account, which share theirs. */
  reason: v.optional(textSchema),
  change: v.optional(v.boolean(), false),
  /** The `type` of the link that redeems the mailed token. */
  type: v.optional(v.picklist(['email', 'magiclink', 'recovery', 'invite', 'email_change'])),
  /** The page that the button opens. */
  page: v.optional(v.string()),
  /** Whether the mail shows a code: always, or if or unless the account has a value. */
  code: v.optional(v.union([v.literal(true), v.strictObject({ if: v.string() }), v.strictObject({ unless: v.string() })])),
});
type Mail = v.InferOutput<typeof mailSchema>;

/** The content of `supabase/templates/texts.toml`. */
export const mailTextsSchema = v.objectWithRest({ all: v.strictObject({ link: textSchema, address: textSchema, code: textSchema, change: textSchema }) }, mailSchema);
type SharedTexts = v.InferOutput<typeof mailTextsSchema>['all'];

/** Mail programs know no custom properties: these are the tokens of the site (page-kit/src/ui/tokens.css). */
const LIGHT = { ground: '#f4f6f5', surface: '#ffffff', edge: '#e4e8e6', text: '#16201c', quiet: '#5c6963', accent: '#0b6b5b', onAccent: '#ffffff' };
const DARK: typeof LIGHT = { ground: '#0b0f0e', surface: '#141a18', edge: '#262f2c', text: '#e6ece9', quiet: '#9ba8a2', accent: '#4fc3ab', onAccent: '#06231d' };

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans',Helvetica,Arial,sans-serif";

/** Outlook draws tables, and neither floats nor flexible boxes. */
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** Programs that ignore this style sheet show the light mail, whose colours are on the elements. */
const STYLE = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .card { padding: 28px 24px !important; } .reason { padding: 16px 8px 0 !important; } }
@media (prefers-color-scheme: dark) {
.ground { background: ${DARK.ground} !important; }
.card { background: ${DARK.surface} !important; border-color: ${DARK.edge} !important; }
.text { color: ${DARK.text} !important; }
.quiet { color: ${DARK.quiet} !important; border-color: ${DARK.edge} !important; }
.address { color: ${DARK.accent} !important; }
.accent { background: ${DARK.accent} !important; color: ${DARK.onAccent} !important; }
.arch { border-color: ${DARK.onAccent} !important; }
.stem { background: ${DARK.onAccent} !important; }
}`;

/** The site's mark, drawn with cells: many programs load no images and show no SVG. Outlook draws its corners square. */
const MARK = `<td class="accent" bgcolor="${LIGHT.accent}" width="24" height="24" align="center" valign="middle" style="width:24px;height:24px;border-radius:6px;font-size:0;line-height:0">
<table ${TABLE} class="arch" style="border:2px solid ${LIGHT.onAccent};border-bottom:0;border-radius:7px 7px 0 0"><tr>
<td width="10" height="10" align="center" valign="bottom" style="width:10px;height:10px;font-size:0;line-height:0">
<table ${TABLE}><tr><td class="stem" bgcolor="${LIGHT.onAccent}" width="2" height="6" style="width:2px;height:6px;font-size:0;line-height:0"></td></tr></table>
</td>
</tr></table>
</td>`;

/** The language of the account decides: the auth service passes `.Data`, its `user_metadata`. */
function inLanguage({ en, de, ar }: Text): string {
  return `{{ if eq .Data.language "de" }}${de}{{ else if eq .Data.language "ar" }}${ar}{{ else }}${en}{{ end }}`;
}

/** On the document and on its content, because some programs keep only what is in the body. */
const LANGUAGE = `lang="${inLanguage({ en: 'en', de: 'de', ar: 'ar' })}" dir="${inLanguage({ en: 'ltr', de: 'ltr', ar: 'rtl' })}"`;

/** A part that only repeats or decorates: the plain text of the mail leaves it out (`plain-text.ts`). */
function htmlOnly(part: string): string {
  return `<!-- html only -->\n${part}\n<!-- /html only -->`;
}

/**
 * The address of the button, as a link and as text. In a link, Go's html/template encodes the value of a query itself.
 */
function addressOf({ type, page }: Mail, place: 'link' | 'text'): string | null {
  if (type === undefined) return page === undefined ? null : `{{ .SiteURL }}${page}`;
  const next = place === 'link' ? '{{ .RedirectTo }}' : '{{ .RedirectTo | urlquery }}';
  return `{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&amp;type=${type}&amp;next=${next}`;
}

/** Email addresses stand out, and move to the next line in one piece if they fit there. */
function withAddresses(text: string): string {
  return text.replaceAll(/(?:&#x2068;)?\{\{ \.(?:New|Old)?Email \}\}(?:&#x2069;)?/g, '<span dir="ltr" style="display:inline-block;max-width:100%;overflow-wrap:anywhere;font-weight:600">$&</span>');
}

function buttonOf(mail: Mail, { link }: SharedTexts): string {
  const href = addressOf(mail, 'link');
  if (!mail.button || href === null) return '';
  const limit = mail.type === undefined ? '' : `<p class="quiet" style="margin:16px 0 0;color:${LIGHT.quiet};font-size:13px;line-height:20px">${inLanguage(link)}</p>\n`;
  // Outlook ignores the padding of links, and alone reads mso-padding-alt.
  return `<table ${TABLE} style="margin:24px 0 0"><tr>
<td class="accent" bgcolor="${LIGHT.accent}" style="border-radius:6px;mso-padding-alt:12px 20px">
<a class="accent" href="${href}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${LIGHT.accent};color:${LIGHT.onAccent};font-size:14px;line-height:20px;font-weight:600;text-decoration:none;${FONT}">${inLanguage(mail.button)}</a>
</td>
</tr></table>
${limit}`;
}

/** The address of the button, for programs that show no buttons. */
function shownAddressOf(mail: Mail, { address }: SharedTexts): string {
  const text = addressOf(mail, 'text');
  if (!mail.button || text === null) return '';
  return `${htmlOnly(`<p class="quiet" style="margin:24px 0 0;padding:24px 0 0;border-top:1px solid ${LIGHT.edge};color:${LIGHT.quiet};font-size:13px;line-height:20px">${inLanguage(address)}
<span class="address" dir="ltr" style="display:block;color:${LIGHT.accent};word-break:break-all">${text}</span></p>`)}
`;
}

/** The code, below the button if the mail has one. */
function codeOf({ code, button }: Mail, { code: advice }: SharedTexts): string {
  if (code === undefined) return '';
  const digits = `<p class="text" dir="ltr" style="margin:24px 0 0;color:${LIGHT.text};font-size:32px;line-height:40px;letter-spacing:4px"><strong>{{ .Token }}</strong></p>`;
  const beside = `<p class="text" style="margin:24px 0 0;color:${LIGHT.text};font-size:15px;line-height:24px">${inLanguage(advice)}</p>`;
  const part = `${button ? `${beside}\n` : ''}${digits}\n`;
  if (code === true) return part;
  return 'if' in code ? `{{ if ${code.if} }}${part}{{ end }}` : `{{ if ${code.unless} }}{{ else }}${part}{{ end }}`;
}

/** Lays out a mail: the card with the mark, the subject, a sentence, a button or a code, and below it who sent the mail and why. */
export function layOutMail(subject: string, mail: Mail, all: SharedTexts): string {
  const reason = mail.change ? all.change : mail.reason;
  if (!reason) throw new Error(`The mail “${subject}” needs a reason, or change = true.`);
  return `<!doctype html>
<html ${LANGUAGE}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>
${STYLE}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${LIGHT.ground}">
<div ${LANGUAGE}>
<table ${TABLE} class="ground" width="100%" bgcolor="${LIGHT.ground}" style="width:100%;table-layout:fixed;background:${LIGHT.ground};${FONT}"><tr>
<td align="center" style="padding:32px 16px">
<table ${TABLE} width="520" style="width:520px;max-width:100%;table-layout:fixed"><tr>
<td class="card" bgcolor="${LIGHT.surface}" style="padding:40px;border:1px solid ${LIGHT.edge};border-radius:12px;background:${LIGHT.surface};${FONT}">
${htmlOnly(`<table ${TABLE}><tr>
${MARK}
<td class="text" style="padding:0 8px;color:${LIGHT.text};font-size:15px;line-height:24px;font-weight:600;${FONT}">Atrium</td>
</tr></table>`)}
<h1 class="text" style="margin:32px 0 0;color:${LIGHT.text};font-size:24px;line-height:30px;font-weight:600">${subject}</h1>
<p class="text" style="margin:12px 0 0;color:${LIGHT.text};font-size:15px;line-height:24px">${withAddresses(inLanguage(mail.sentence))}</p>
${buttonOf(mail, all)}${codeOf(mail, all)}${shownAddressOf(mail, all)}</td>
</tr><tr>
<td class="reason" style="padding:16px 41px 0;${FONT}">
<p class="quiet" style="margin:0;color:${LIGHT.quiet};font-size:12px;line-height:16px">${inLanguage(reason)}</p>
</td>
</tr></table>
</td>
</tr></table>
</div>
</body>
</html>
`;
}
