import { remoteNameSchema } from '@atrium/releases/identity';
import { routePatternSchema } from '@atrium/releases/module-manifest';
import * as v from 'valibot';
import { UsageError } from '../line/usage-error.ts';

/** Names of remotes that every site has, and that no page module may take. */
const reserved: ReadonlySet<string> = new Set(['shell', 'auth']);

/** What is made of a module's name. */
export interface ModuleNames {
  readonly name: string;
  /** For people, such as `My orders`. */
  readonly title: string;
  /** What its tables begin with: all of its database objects carry its name. */
  readonly tablePrefix: string;
  /** Path patterns of its pages. */
  readonly paths: readonly [list: string, item: string];
}

/** Reads the name of a new page module. @throws UsageError that says which names will do */
export function moduleNames(name: string): ModuleNames {
  const path = `/${name}`;
  for (const [value, schema] of [[name, remoteNameSchema], [path, routePatternSchema]] as const) {
    const checked = v.safeParse(schema, value);
    if (!checked.success) throw new UsageError(`"${name}" will not do as the name of a module: ${checked.issues[0].message}.`);
  }
  if (name.endsWith('-')) throw new UsageError(`"${name}" will not do as the name of a module: it ends with a hyphen.`);
  if (reserved.has(name)) throw new UsageError(`"${name}" is a part of every site. Choose another name for the module.`);
  const words = name.replaceAll('-', ' ');
  return {
    name,
    title: words.charAt(0).toUpperCase() + words.slice(1),
    tablePrefix: name.replaceAll('-', '_'),
    paths: [path, `${path}/:id`],
  };
}
