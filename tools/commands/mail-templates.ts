import { writeFile } from 'node:fs/promises';
import { generateMailTemplates } from '../generate/mail-templates.ts';

for (const { file, content } of await generateMailTemplates()) await writeFile(file, content);
