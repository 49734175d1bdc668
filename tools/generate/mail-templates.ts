import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse as parseToml } from 'smol-toml';
import * as v from 'valibot';
import { ROOT } from '../repository/repository.ts';

/** The generated module with the texts of the mails, for the function that sends them. */
export const MAIL_TEMPLATES_MODULE = path.join(ROOT, 'supabase/functions/send-email/mail-templates.ts');

const templates = v.record(v.string(), v.object({ subject: v.string(), content_path: v.string() }));
const configSchema = v.object({ auth: v.object({ email: v.object({ template: templates, notification: templates }) }) });

/**
 * Generates a module with the texts of all mails, from `supabase/config.toml` and the files that it names. A deployed
 * function contains only its modules: some versions of the Supabase CLI ignore `static_files`
 * (https://github.com/supabase/supabase/issues/45520).
 * @returns the source of the module
 */
export async function mailTemplatesModule(): Promise<string> {
  const config = v.parse(configSchema, parseToml(await readFile(path.join(ROOT, 'supabase/config.toml'), 'utf8')));
  const { template, notification } = config.auth.email;
  const entries = Object.entries({ ...template, ...notification }).map(async ([name, { subject, content_path: file }]) => {
    const html = await readFile(path.join(ROOT, file), 'utf8');
    return `  ${name}: {\n    subject: ${JSON.stringify(subject)},\n    html: ${JSON.stringify(html)},\n  },\n`;
  });
  return [
    '// Written by `npm run mail-templates` from supabase/config.toml and supabase/templates: change those.\n\n',
    '/** The texts of all mails, by the names that the Supabase CLI has for them. */\n',
    `export const mailTemplates = {\n${(await Promise.all(entries)).join('')}} as const;\n`,
  ].join('');
}
