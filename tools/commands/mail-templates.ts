import { writeFile } from 'node:fs/promises';
import { MAIL_TEMPLATES_MODULE, mailTemplatesModule } from '../generate/mail-templates.ts';

await writeFile(MAIL_TEMPLATES_MODULE, await mailTemplatesModule());
