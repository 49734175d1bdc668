import * as v from 'valibot';
import { identityEntries } from '../model/identity.ts';

const texts = v.record(v.string(), v.string());

const audience = {
  requires: v.exactOptional(v.picklist(['signed-in', 'signed-out'])),
  assurance: v.exactOptional(v.literal('aal2')),
  secondFactor: v.exactOptional(v.literal('missing')),
  permission: v.exactOptional(v.string()),
};

/**
 * What a page module contributes to pages of other modules and to the command palette, as a tab has it. Sealing already checked
 * the full rules (module-manifest.ts).
 */
export const contributionsSchema = v.object({
  slots: v.exactOptional(
    v.record(
      v.string(),
      v.object({
        version: v.string(),
        description: v.exactOptional(v.string()),
        layout: v.exactOptional(v.picklist(['stack', 'cards', 'row'])),
      }),
    ),
  ),
  extensions: v.exactOptional(
    v.record(
      v.string(),
      v.object({
        slot: v.string(),
        slotVersion: v.string(),
        title: texts,
        size: v.object({ height: v.number(), maxHeight: v.exactOptional(v.number()), width: v.exactOptional(v.number()) }),
        order: v.exactOptional(v.number()),
        after: v.exactOptional(v.string()),
        ...audience,
      }),
    ),
  ),
  commands: v.exactOptional(
    v.record(
      v.string(),
      v.object({
        title: texts,
        keywords: v.exactOptional(texts),
        shortcut: v.exactOptional(v.string()),
        icon: v.exactOptional(v.string()),
        route: v.exactOptional(v.string()),
        on: v.exactOptional(v.array(v.string())),
        userMenu: v.exactOptional(v.boolean()),
        ...audience,
      }),
    ),
  ),
  search: v.exactOptional(v.record(v.string(), v.object({ title: texts, ...audience }))),
});

/** See {@link contributionsSchema}. */
export type Contributions = v.InferOutput<typeof contributionsSchema>;

/**
 * The contributions of all page modules that a visitor gets, which the server returns at `CONTRIBUTIONS_PATH`. A tab that runs
 * another release of a module finds its contributions in `ReleaseDetails`.
 */
export const contributionListingSchema = v.object({
  schema: v.literal(1),
  modules: v.array(v.object({ ...identityEntries, contributions: contributionsSchema })),
});

/** See {@link contributionListingSchema}. */
export type ContributionListing = v.InferOutput<typeof contributionListingSchema>;

type ContributionKey = keyof Contributions;

/**
 * Divides a module manifest into what a tab's list of modules has, and its contributions. `prerender` is in neither: only the build
 * and the server need it.
 */
export function divideManifest<Manifest extends { readonly [Key in ContributionKey | 'prerender']?: unknown }>(
  { slots, extensions, commands, search, prerender: _prerender, ...listed }: Manifest,
): { readonly listed: Omit<Manifest, ContributionKey | 'prerender'>; readonly contributions: Pick<Manifest, ContributionKey> } {
  const given = Object.entries({ slots, extensions, commands, search }).filter(([, value]) => value !== undefined);
  return { listed, contributions: Object.fromEntries(given) };
}
