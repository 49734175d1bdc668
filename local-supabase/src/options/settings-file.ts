import { readFile } from 'node:fs/promises';
import { parse as parseToml } from 'smol-toml';
import * as v from 'valibot';
import { StartError } from './start-error.ts';

/**
 * Reads a Supabase `config.toml`, or JSON of the same shape (by the ending `.json`), as far as the schema asks.
 * @throws StartError naming the field, when the file cannot be read or holds something it must not.
 */
export async function readSettingsFile<S extends v.GenericSchema<unknown, unknown>>(file: string, schema: S): Promise<v.InferOutput<S>> {
  let content: unknown;
  try {
    const source = await readFile(file, 'utf8');
    content = file.endsWith('.json') ? JSON.parse(source) : parseToml(source);
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
    throw new StartError(`Cannot read the settings in ${file}: ${reason}. Correct the file or give another --config.`, { cause });
  }
  const parsed = v.safeParse(schema, content);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new StartError(`In ${file}, ${v.getDotPath(issue) ?? 'the file'} is wrong: ${issue.message}. Correct it.`);
}
