import * as v from 'valibot';
import { releaseIdSchema, remoteNameSchema } from '../model/identity.ts';
import { parseDocument, type Parsed } from '../model/json.ts';
import { remarkSchema, type LogEntry } from '../model/move.ts';
import { registrySchema, revisionSchema, unreleased, type RegisteredRemote, type Registry } from '../model/registry.ts';
import { remoteKindSchema } from '../model/remote-kind.ts';

/** A registry, and the log if the document contains it, as in the first format. */
export interface RegistryDocument {
  readonly registry: Registry;
  readonly log: readonly LogEntry[];
}

/** The first format. */
const firstSchema = v.strictObject({
  schema: v.literal(1),
  revision: revisionSchema,
  remotes: v.record(
    remoteNameSchema,
    v.strictObject({
      kind: remoteKindSchema,
      live: releaseIdSchema,
      previous: v.nullable(releaseIdSchema),
      history: v.array(
        v.strictObject({
          release: releaseIdSchema,
          when: v.pipe(v.string(), v.isoTimestamp()),
          who: remarkSchema,
          why: remarkSchema,
        }),
      ),
    }),
  ),
});

/** The second format, before canaries and quarantine. */
const secondSchema = v.strictObject({
  schema: v.literal(2),
  revision: revisionSchema,
  remotes: v.record(
    remoteNameSchema,
    v.strictObject({ kind: remoteKindSchema, live: v.nullable(releaseIdSchema), previous: v.nullable(releaseIdSchema) }),
  ),
});

/** Parses a registry in any format. Never throws. */
export function parseRegistry(text: string): Parsed<RegistryDocument> {
  const first = parseDocument(firstSchema, text);
  if (first.ok) return { ok: true, value: upgraded(first.value) };
  const second = parseDocument(secondSchema, text);
  if (second.ok) return { ok: true, value: { registry: withPointers(second.value.revision, second.value.remotes), log: [] } };
  const parsed = parseDocument(registrySchema, text);
  return parsed.ok ? { ok: true, value: { registry: parsed.value, log: [] } } : parsed;
}

function upgraded({ revision, remotes }: v.InferOutput<typeof firstSchema>): RegistryDocument {
  const moves = Object.entries(remotes).flatMap(([name, { history }]) =>
    history.map((move, index) => ({ ...move, name, replaced: history[index - 1]?.release ?? null })),
  );
  // Each move incremented the revision, so the revisions follow from the order of the moves.
  const ordered = moves.sort((a, b) => (a.when < b.when ? -1 : 1)).slice(Math.max(0, moves.length - revision));
  const log = ordered.map(
    (move, index): LogEntry => ({
      ...move,
      revision: revision - ordered.length + 1 + index,
      action: 'publish',
      previous: move.replaced,
      team: null,
      overridden: [],
      canary: null,
      quarantined: null,
    }),
  );
  return { registry: withPointers(revision, remotes), log };
}

function withPointers(
  revision: number,
  remotes: Readonly<Record<string, Pick<RegisteredRemote, 'kind' | 'live' | 'previous'>>>,
): Registry {
  const pointers: Registry['remotes'] = {};
  for (const [name, { kind, live, previous }] of Object.entries(remotes)) pointers[name] = { ...unreleased(kind), live, previous };
  return { schema: 3, revision, remotes: pointers };
}
