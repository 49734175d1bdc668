import * as v from 'valibot';
import { releaseHealthSchema, releaseTimingsSchema } from '../../health/health-book.ts';
import { failureReportSchema } from '../../wire/failure-report.ts';
import { gateFindingSchema, smokeTestResultSchema } from '../../model/gate-check.ts';
import { releaseIdSchema, remoteNameSchema } from '../../model/identity.ts';
import { logEntrySchema, moveSchema } from '../../model/move.ts';
import { registrySchema } from '../../model/registry.ts';
import { releaseManifestSchema } from '../../model/release-manifest.ts';
import { STORE_ERROR_CODES } from '../../model/store-errors.ts';

/** The base path of the server's store API. */
export const STORE_PATH = '/__atrium/store';

/** The limits of `POST releases`. A page module's release has dozens of files and about a megabyte. */
export const UPLOAD_LIMITS = { bytes: 64_000_000, files: 2000, manifestBytes: 2_000_000 } as const;

/** In `POST releases`, the part of a file is named with this prefix and the file's path. */
export const FILE_PART_PREFIX = 'file:';

/** The encoding of a file in `GET releases/:name/:release/files/*`. With HTTP's own header, fetch would decode the file. */
export const ENCODING_HEADER = 'atrium-encoding';

/** See {@link ENCODING_HEADER}. */
export const encodingSchema = v.picklist(['br', 'gzip', 'identity']);

/** The query of a file: the accepted encodings, the preferred one first. */
export const fileQuerySchema = v.strictObject({
  encodings: v.exactOptional(v.pipe(v.string(), v.transform((text) => text.split(',')), v.array(v.picklist(['br', 'gzip'])))),
});

const missing = v.object({ status: v.literal('missing') });

const malformed = v.object({ status: v.literal('malformed'), problem: v.string() });

/** `GET registry` */
export const registryResponseSchema = v.object({
  fingerprint: v.string(),
  reading: v.variant('status', [v.object({ status: v.literal('ok'), registry: registrySchema }), missing, malformed]),
});

/** `GET releases/:name/:release` */
export const releaseResponseSchema = v.object({
  reading: v.variant('status', [v.object({ status: v.literal('ok'), manifest: releaseManifestSchema }), missing, malformed]),
  smokeTest: v.nullable(smokeTestResultSchema),
});

/** `POST releases` */
export const storedResponseSchema = v.object({ outcome: v.picklist(['stored', 'already-there']) });

/** `GET log` */
export const logResponseSchema = v.object({ entries: v.array(logEntrySchema) });

/** The query of `GET log`, as texts. */
export const logQuerySchema = v.strictObject({
  name: v.exactOptional(remoteNameSchema),
  before: v.exactOptional(wholeNumber(Number.MAX_SAFE_INTEGER)),
  limit: wholeNumber(1000),
});

/** The body of `POST moves`. The server takes the team from the token. */
export const moveRequestSchema = v.omit(moveSchema, ['team']);

/** `POST moves` */
export const moveResponseSchema = v.object({ registry: registrySchema, entry: v.nullable(logEntrySchema) });

/** `GET health` */
export const healthResponseSchema = v.object({ releases: v.array(releaseHealthSchema) });

/** `GET health/timings` */
export const timingsResponseSchema = v.object({ releases: v.array(releaseTimingsSchema) });

/** `GET health/failures` */
export const failuresResponseSchema = v.object({ failures: v.array(failureReportSchema) });

/** `GET team`: the token's team. */
export const teamResponseSchema = v.object({ team: v.string(), remotes: v.array(v.string()) });

/** `GET tokens` */
export const teamsResponseSchema = v.object({
  teams: v.array(
    v.object({
      team: v.string(),
      remotes: v.array(v.string()),
      tokens: v.array(v.object({ id: v.string(), created: v.string(), expires: v.nullable(v.string()) })),
    }),
  ),
});

/** `POST tokens`: the token's text. */
export const tokenResponseSchema = v.object({ token: v.string() });

/** `DELETE tokens/:id`: whether the token existed. */
export const revokedResponseSchema = v.object({ revoked: v.boolean() });

/** The body of `POST garbage`. */
export const garbageRequestSchema = v.strictObject({ olderThanDays: v.pipe(v.number(), v.minValue(0)), dryRun: v.boolean() });

/** `POST garbage` */
export const garbageResponseSchema = v.object({
  removed: v.array(v.object({ name: remoteNameSchema, release: releaseIdSchema, bytes: v.number() })),
  kept: v.number(),
});

/** Every refusal. The client throws refusals with a store's error code as that error. */
export const refusalSchema = v.object({
  error: v.object({
    code: v.picklist([
      ...STORE_ERROR_CODES,
      'unknown-token',
      'not-your-remote',
      'not-your-right',
      'too-large',
      'too-many-requests',
      'bad-request',
      'not-found',
      'method-not-allowed',
      'failed',
    ]),
    message: v.string(),
    /** For `revision-mismatch`. */
    expected: v.exactOptional(v.number()),
    actual: v.exactOptional(v.number()),
    /** For `move-refused`. */
    findings: v.exactOptional(v.array(gateFindingSchema)),
  }),
});

/** See {@link refusalSchema}. */
export type Refusal = v.InferOutput<typeof refusalSchema>['error'];

function wholeNumber(most: number) {
  return v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/, 'A whole number from 1'), v.transform(Number), v.maxValue(most));
}
