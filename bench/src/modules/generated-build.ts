import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildDescriptionFile, type ReleaseManifest, RELEASE_PLACEHOLDER } from '@atrium/releases/release-manifest';
import { sealBuild, type SealedRelease } from '@atrium/releases/seal';

/** What a generated module takes over from a real one: which shell and contract it was built for. */
export type BuiltFor = Pick<ReleaseManifest, 'contract' | 'shared' | 'routerNames' | 'federation'>;

/** A page module that is only there: other tests run modules, this one makes a registry long. */
export interface GeneratedModule {
  readonly area: string;
  readonly subject: string;
  /** Whether it has a second page. */
  readonly hasDetails: boolean;
  /** Whether it has an entry in the menu. */
  readonly isInMenu: boolean;
  /** What its code says, so that there can be several releases of it. */
  readonly edition: string;
}

/** Seals a generated module as the command seals a build. */
export async function sealGeneratedModule(module: GeneratedModule, builtFor: BuiltFor): Promise<SealedRelease> {
  const directory = await mkdtemp(path.join(tmpdir(), 'atrium-bench-module-'));
  try {
    const description = describe(module, builtFor);
    await writeFile(path.join(directory, buildDescriptionFile), JSON.stringify(description));
    const lists = [...Object.values(description.exposes), ...Object.values(description.routes)];
    const files = [description.entry, ...lists.flatMap(({ scripts, styles }) => [...scripts, ...styles])];
    for (const file of files) await writeFile(path.join(directory, file), contentOf(file, description, module.edition));
    return await sealBuild(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function describe({ area, subject, hasDetails, isInMenu }: GeneratedModule, { contract, shared, routerNames, federation }: BuiltFor) {
  const name = `${area}-${subject}`;
  const label = { en: `${capital(area)}: ${subject}`, de: `${capital(subject)} (${capital(area)})` };
  const list = { scripts: ['217.5b1c09de.js'], styles: ['217.0d94ab3f.css'] };
  const details = { scripts: ['643.a8e27f16.js'], styles: [] };
  return {
    schema: 2,
    name,
    kind: 'page-module',
    placeholder: RELEASE_PLACEHOLDER,
    entry: `entry.${RELEASE_PLACEHOLDER}.js`,
    global: `atrium_${area}_${subject}_${RELEASE_PLACEHOLDER}`,
    exposes: { './module': { scripts: ['995.37fe6df3.js'], styles: [] } },
    routes: { list, ...(hasDetails && { details }) },
    contract,
    shared,
    routerNames,
    federation,
    moduleManifest: {
      name,
      contract,
      title: label,
      routes: { list: `/${area}/${subject}`, ...(hasDetails && { details: `/${area}/${subject}/details/*` }) },
      navigation: isInMenu ? [{ route: 'list', label, requires: 'signed-in' }] : [],
      owner: `Team ${capital(area)}`,
    },
  };
}

function contentOf(file: string, { name, global }: { readonly name: string; readonly global: string }, edition: string): string {
  const padding = file.endsWith('.css') ? `.${name}-list{padding:1rem}` : 'exports.part={shown:true};';
  return file.startsWith('entry.') ? `var ${global}={init(){},get(){},edition:"${edition}"};` : padding.repeat(40);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
