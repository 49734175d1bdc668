import * as v from 'valibot';
import { releaseIdSchema, remoteKindSchema, remoteNameSchema } from '../model/identity.ts';

// The parts of these schemas are of kinds that the shell knows from the release set, because a kind more would cost every visitor bytes.

const release = v.nullable(releaseIdSchema);

const told = v.object({ shown: v.number(), failed: v.number(), errors: v.number() });

const remoteSchema = v.object({
  name: remoteNameSchema,
  kind: remoteKindSchema,
  /** From the facts, by locale; null where none are known. */
  title: v.nullable(v.record(v.string(), v.string())),
  owner: v.nullable(v.string()),
  live: release,
  previous: release,
  canary: v.nullable(v.object({ release: releaseIdSchema, percent: v.number() })),
  quarantined: v.array(releaseIdSchema),
  since: v.nullable(v.string()),
});

const healthSchema = v.object({ name: remoteNameSchema, release: releaseIdSchema, recent: told, all: told });

const problemSchema = v.object({ remote: v.string(), release: v.string(), problem: v.string() });

const teamSchema = v.object({
  team: v.string(),
  remotes: v.array(v.string()),
  tokens: v.array(v.object({ id: v.string(), created: v.string(), expires: v.nullable(v.string()) })),
});

/** What the page shows, as far as it can be had: `health` and `teams` are null where the store could not say. */
export const platformStateSchema = v.object({
  revision: v.number(),
  /** The address of who asks. */
  person: v.string(),
  remotes: v.array(remoteSchema),
  /** What tabs told of releases (health-book.ts). */
  health: v.nullable(v.array(healthSchema)),
  /** Live releases and canaries that cannot be used (resolve.ts). */
  problems: v.array(problemSchema),
  teams: v.nullable(v.array(teamSchema)),
});

/** What a move is answered with: whether it changed anything, and the state after it. */
export const platformMovedSchema = v.object({ moved: v.boolean(), state: platformStateSchema });

/** The history, the newest first. `action` may be one of a later server. */
export const platformLogSchema = v.object({
  entries: v.array(
    v.object({
      revision: v.number(),
      action: v.string(),
      name: v.string(),
      release: v.nullable(v.string()),
      replaced: v.nullable(v.string()),
      when: v.string(),
      who: v.string(),
      why: v.string(),
      team: v.nullable(v.string()),
      canary: v.nullable(v.object({ release: v.string(), percent: v.number() })),
      quarantined: v.nullable(v.string()),
      overridden: v.array(v.string()),
    }),
  ),
});

/** Why the page is refused what it asks; others have codes that it need not know. */
export const platformRefusals = [
  'not-signed-in',
  'sign-in-away',
  'no-platform-team',
  'not-platform-team',
  'address-unproven',
  'second-factor-needed',
  'too-many-requests',
  'revision-mismatch',
  'move-refused',
  'invalid-move',
  'registry-unreadable',
  'log-unreadable',
  'store-locked',
  'store-away',
] as const;

/** A refusal. Of a move by the gate (`move-refused`) it has the findings, and whether `force` goes over all of them. */
export const platformRefusalSchema = v.object({
  error: v.object({
    code: v.picklist(platformRefusals),
    findings: v.exactOptional(v.array(v.object({ message: v.string() }))),
    canForce: v.exactOptional(v.boolean()),
  }),
});

/** See {@link platformStateSchema}. */
export type PlatformState = v.InferOutput<typeof platformStateSchema>;

/** A remote as the platform team's page shows it. */
export type PlatformRemote = v.InferOutput<typeof remoteSchema>;

/** A team as the platform team's page shows it. */
export type PlatformTeam = v.InferOutput<typeof teamSchema>;

/** What tabs told of one release. */
export type PlatformHealth = v.InferOutput<typeof healthSchema>;

/** One move of the history. */
export type PlatformLogEntry = v.InferOutput<typeof platformLogSchema>['entries'][number];
