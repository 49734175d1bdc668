import { divideManifest, type Contributions } from '@atrium/releases/wire';
import { moduleManifestOf } from '@atrium/releases/model';
import { fetchContributions, fetchReleaseDetails } from '../../site-proxy/site-client.ts';
import { declareSite, readLiveReleases } from './site-pages.ts';
import type { DirectLocation, StoreLocation } from './store.ts';

/** What a live page module contributes to pages of others. */
interface LiveContributions {
  readonly name: string;
  readonly release: string;
  readonly contributions: Contributions;
}

/** The slots of other modules. */
interface SiteSlotTypes {
  /** Type of each slot's props, with its doc comment before it, by `module.slot`. */
  readonly types: ReadonlyMap<string, string>;
  /** Slots whose type the preset would refuse. Only builds without the preset have them. */
  readonly unusable: readonly string[];
}

/** Reads the contributions of all live modules. A site makes them public. @throws StoreError, SiteProxyError */
export async function readLiveContributions(location: StoreLocation): Promise<readonly LiveContributions[]> {
  if (location.kind === 'site') return (await fetchContributions(location.origin)).modules;
  return (await readLiveReleases(location)).flatMap(({ name, release, reading }) => {
    const manifest = moduleManifestOf(reading);
    return manifest === null ? [] : [{ name, release, contributions: divideManifest(manifest).contributions }];
  });
}

/**
 * Reads the types of the slots of all live modules but one.
 *
 * @param own the module whose slots are in its own `src/slots.ts`; null for none
 * @throws StoreError, SiteProxyError
 */
export async function readSiteSlotTypes(location: StoreLocation, own: string | null): Promise<SiteSlotTypes> {
  const texts = await readSlotTexts(location, own);
  if (texts.length === 0) return { types: new Map(), unusable: [] };
  // Loads the TypeScript compiler, which takes longer than most commands.
  const { slotTypesIn } = await import('../../webpack/slot-props.ts');
  const { ModuleSourceError } = await import('../../webpack/module-sources.ts');
  const types = new Map<string, string>();
  const unusable: string[] = [];
  for (const { slot, text } of texts) {
    // Parses the text again: a release that was built without the preset could contain anything.
    let type: string | undefined;
    try {
      type = slotTypesIn(declareSite([], new Map([[slot, text]])), `${slot}.ts`).get(slot);
    } catch (error) {
      if (!(error instanceof ModuleSourceError)) throw error;
    }
    if (type === undefined) unusable.push(slot);
    else types.set(slot, type);
  }
  return { types, unusable };
}

async function readSlotTexts(location: StoreLocation, own: string | null): Promise<{ readonly slot: string; readonly text: string }[]> {
  const modules = location.kind === 'site' ? await readFromSite(location.origin, own) : await readFromStore(location);
  return modules.filter(({ name }) => name !== own).flatMap(({ name, slotProps }) => Object.entries(slotProps).map(([key, text]) => ({ slot: `${name}.${key}`, text })));
}

async function readFromStore(location: DirectLocation) {
  return (await readLiveReleases(location)).map(({ name, reading }) => {
    const { slotProps = {} } = reading.status === 'ok' && reading.manifest.kind === 'page-module' ? reading.manifest : {};
    return { name, slotProps };
  });
}

/** Requests the details of modules with slots only. */
async function readFromSite(origin: string, own: string | null) {
  const { modules } = await fetchContributions(origin);
  const owners = modules.filter(({ name, contributions: { slots = {} } }) => name !== own && Object.keys(slots).length > 0);
  return Promise.all(
    owners.map(async ({ name, release }) => {
      const details = await fetchReleaseDetails(origin, name, release);
      return { name, slotProps: ('slotProps' in details && details.slotProps) || {} };
    }),
  );
}

