import * as v from 'valibot';
import { releaseIdSchema, remoteNameSchema } from '../model/identity.ts';
import { remoteKindSchema } from '../model/remote-kind.ts';

// These schemas use only the schema types of the release set: every other type would add bytes to each visitor's first load.

const release = v.nullable(releaseIdSchema);

const counts = v.object({ shown: v.number(), failed: v.number(), errors: v.number() });

const remoteSchema = v.object({
  name: remoteNameSchema,
  kind: remoteKindSchema,
  /** The title in the module manifest, by locale; null if the manifest is unknown. */
  title: v.nullable(v.record(v.string(), v.string())),
  owner: v.nullable(v.string()),
  live: release,
  previous: release,
  canary: v.nullable(v.object({ release: releaseIdSchema, percent: v.number() })),
  quarantined: v.array(releaseIdSchema),
  since: v.nullable(v.string()),
});

const healthSchema = v.object({
  name: remoteNameSchema,
  release: releaseIdSchema,
  recent: counts,
  all: counts,
  /** Milliseconds within which three quarters of the visitors had a page, and the result of their slowest interaction; null if unknown. Older servers omit them. */
  load: v.exactOptional(v.nullable(v.number())),
  input: v.exactOptional(v.nullable(v.number())),
});

/** A kind of failure that visitors met: its latest report, and how many there are. */
const failureSchema = v.object({
  name: remoteNameSchema,
  release: releaseIdSchema,
  trace: v.string(),
  stage: v.string(),
  type: v.string(),
  extension: v.nullable(v.string()),
  /** The innermost source line that its team wrote, or a place in the release; null if neither is known. */
  place: v.nullable(v.string()),
  when: v.string(),
  times: v.number(),
});

const problemSchema = v.object({
  remote: v.string(),
  release: v.string(),
  /** In English. */
  problem: v.string(),
  /** `missing`, `malformed` or `other-kind`. Newer servers may send others; older servers omit it. */
  code: v.exactOptional(v.string()),
  /** Whether it is the canary. */
  canary: v.exactOptional(v.literal(true)),
});

const waitingSchema = v.object({ module: v.string(), extension: v.string(), slot: v.string(), slotVersion: v.string(), offered: v.nullable(v.string()) });

const teamSchema = v.object({
  team: v.string(),
  remotes: v.array(v.string()),
  tokens: v.array(v.object({ id: v.string(), created: v.string(), expires: v.nullable(v.string()) })),
});

/** The data of the page. `health`, `failures` and `teams` are null if the store could not provide them. */
export const platformStateSchema = v.object({
  revision: v.number(),
  /** The email address of the signed-in person, or the user ID if the account has none. */
  person: v.string(),
  remotes: v.array(remoteSchema),
  /** How releases perform, by the reports of tabs. */
  health: v.nullable(v.array(healthSchema)),
  /** The latest failures of the releases in use. Older servers omit them. */
  failures: v.exactOptional(v.nullable(v.array(failureSchema))),
  /** Live releases and canaries that cannot be used. */
  problems: v.array(problemSchema),
  /** Extensions of live modules that wait for their slot, or, if `offered` is a version, for another version of it. */
  waiting: v.array(waitingSchema),
  teams: v.nullable(v.array(teamSchema)),
});

/** The response to a move: whether it changed anything, and the state after it. */
export const platformMovedSchema = v.object({ moved: v.boolean(), state: platformStateSchema });

/** The history, the newest first. `action` may be one that a newer server introduced. */
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

/** A signed preview link, without the URL of the preview page. */
export const platformPreviewSchema = v.object({ link: v.string() });

/** The codes of refusals that the platform team's page distinguishes. */
export const PLATFORM_REFUSALS = [
  'not-signed-in',
  'sign-in-unavailable',
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
  'store-unavailable',
] as const;

/** A refusal. If the gate refused a move (`move-refused`), it has the findings, and whether `force` overrides all of them. */
export const platformRefusalSchema = v.object({
  error: v.object({
    code: v.picklist(PLATFORM_REFUSALS),
    findings: v.exactOptional(v.array(v.object({ message: v.string() }))),
    canForce: v.exactOptional(v.boolean()),
  }),
});

/** A refusal to sign a preview link. */
export const platformPreviewRefusalSchema = v.object({ error: v.object({ code: v.picklist([...PLATFORM_REFUSALS, 'no-preview-signer']) }) });

/** See {@link platformStateSchema}. */
export type PlatformState = v.InferOutput<typeof platformStateSchema>;

/** A remote as the platform team's page shows it. */
export type PlatformRemote = v.InferOutput<typeof remoteSchema>;

/** A team as the platform team's page shows it. */
export type PlatformTeam = v.InferOutput<typeof teamSchema>;

/** How one release performs. */
export type PlatformHealth = v.InferOutput<typeof healthSchema>;

/** See {@link failureSchema}. */
export type PlatformFailure = v.InferOutput<typeof failureSchema>;

/** One move of the history. */
export type PlatformLogEntry = v.InferOutput<typeof platformLogSchema>['entries'][number];
