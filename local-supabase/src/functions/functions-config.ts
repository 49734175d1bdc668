import path from 'node:path';
import * as v from 'valibot';
import { readSettingsFile } from '../options/settings-file.ts';

/** The tables `[functions.<name>]` of a Supabase `config.toml`. */
const configSchema = v.object({
  functions: v.optional(
    v.record(
      v.string(),
      v.object({
        enabled: v.optional(v.boolean(), true),
        verify_jwt: v.optional(v.boolean(), true),
        entrypoint: v.optional(v.string()),
        import_map: v.optional(v.string()),
      }),
    ),
    {},
  ),
});

/** How one function is served. */
export interface FunctionConfig {
  enabled: boolean;
  verifyJwt: boolean;
  /** Its first file; left out, `index.ts` of its folder. */
  entrypoint?: string;
  /** Its import map; left out, the `deno.json` or `import_map.json` that is nearest. */
  importMap?: string;
}

/** How a function is served that no configuration names. */
export const defaultFunctionConfig: FunctionConfig = { enabled: true, verifyJwt: true };

/**
 * Reads how functions are served. Paths in the file are relative to it, as for the Supabase CLI.
 * @throws StartError naming the field, when the file cannot be read or holds something it must not.
 */
export async function readFunctionsConfig(file: string): Promise<ReadonlyMap<string, FunctionConfig>> {
  const { functions } = await readSettingsFile(file, configSchema);
  const absolute = (name: string): string => path.resolve(path.dirname(file), name);
  return new Map(
    Object.entries(functions).map(([name, config]) => [
      name,
      {
        enabled: config.enabled,
        verifyJwt: config.verify_jwt,
        ...(config.entrypoint === undefined ? {} : { entrypoint: absolute(config.entrypoint) }),
        ...(config.import_map === undefined ? {} : { importMap: absolute(config.import_map) }),
      },
    ]),
  );
}
