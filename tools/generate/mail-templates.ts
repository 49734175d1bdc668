import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse as parseToml } from 'smol-toml';
import * as v from 'valibot';
import { ROOT } from '../repository/repository.ts';
import { layOutMail, mailTextsSchema } from './mail-layout.ts';

const templates = v.record(v.string(), v.object({ subject: v.string(), content_path: v.string() }));
const configSchema = v.object({ auth: v.object({ email: v.object({ template: templates, notification: templates }) }) });

async function readToml(file: string): Promise<unknown> {
  return parseToml(await readFile(path.join(ROOT, file), 'utf8'));
}

/** A file that `npm run mail-templates` writes. */
interface GeneratedFile {
  readonly file: string;
  readonly content: string;
}

/**
 * Generates the mails from `supabase/config.toml` and `supabase/templates/texts.toml`: one HTML file for each, which a Supabase
 * project needs, and a module with all of them for the function that sends them. A deployed function contains only its
 * modules: some versions of the Supabase CLI ignore `static_files` (https://github.com/supabase/supabase/issues/45520).
 */
export async function generateMailTemplates(): Promise<GeneratedFile[]> {
  const { template, notification } = v.parse(configSchema, await readToml('supabase/config.toml')).auth.email;
  const { all, ...texts } = v.parse(mailTextsSchema, await readToml('supabase/templates/texts.toml'));
  const mails = Object.entries({ ...template, ...notification }).map(([name, { subject, content_path: file }]) => {
    const mail = texts[name];
    if (!mail) throw new Error(`supabase/templates/texts.toml has no texts of ${name}.`);
    return { name, subject, file: path.join(ROOT, file), content: layOutMail(subject, mail, all) };
  });
  return [
    ...mails,
    {
      file: path.join(ROOT, 'supabase/functions/send-email/mail-templates.ts'),
      content: [
        '// Written by `npm run mail-templates` from supabase/config.toml and supabase/templates/texts.toml: change those.\n\n',
        '/** The texts of all mails, by the names that the Supabase CLI has for them. */\n',
        'export const mailTemplates = {\n',
        ...mails.map(({ name, subject, content }) => `  ${name}: {\n    subject: ${JSON.stringify(subject)},\n    html: ${JSON.stringify(content)},\n  },\n`),
        '} as const;\n',
      ].join(''),
    },
  ];
}
