import * as v from 'valibot';
import { releaseHealthSchema } from '../../health/health-book.ts';
import { gateFindingSchema, trialSchema } from '../../model/gate-check.ts';
import { releaseIdSchema, remoteNameSchema } from '../../model/identity.ts';
import { logEntrySchema, moveSchema } from '../../model/move.ts';
import { registrySchema } from '../../model/registry.ts';
import { releaseManifestSchema } from '../../model/release-manifest.ts';
import { storeErrorCodes } from '../../model/store-errors.ts';

/** Where the site's server has its store: every address below begins with it. */
export const storePath = '/__atrium/store';

/** What `POST releases` takes, at most. A page module's release has some dozens of files and a megabyte. */
export const uploadLimits = { bytes: 64_000_000, files: 2000, manifestBytes: 2_000_000 } as const;

/** In `POST releases`, the name of a file's part is this with the file's path behind it. */
export const filePartPrefix = 'file:';

/** Says how a file of `GET releases/:name/:release/files/*` is encoded; HTTP's own header would have it decoded on the way. */
export const encodingHeader = 'atrium-encoding';

/** See {@link encodingHeader}. */
export const encodingSchema = v.picklist(['br', 'gzip', 'identity']);

/** Asked of a file: the encodings that are taken, the preferred one first. */
export const fileQuerySchema = v.strictObject({
  encodings: v.exactOptional(v.pipe(v.string(), v.transform((text) => text.split(',')), v.array(v.picklist(['br', 'gzip'])))),
});

/** What can stand in the header `authorization` (RFC 6750 §2.1). */
export const sendableTokenSchema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9._~+/-]{1,200}=*$/));

const missing = v.object({ status: v.literal('missing') });

const malformed = v.object({ status: v.literal('malformed'), problem: v.string() });

/** `GET registry` */
export const registryAnswerSchema = v.object({
  fingerprint: v.string(),
  reading: v.variant('status', [v.object({ status: v.literal('ok'), registry: registrySchema }), missing, malformed]),
});

/** `GET releases/:name/:release` */
export const releaseAnswerSchema = v.object({
  reading: v.variant('status', [v.object({ status: v.literal('ok'), manifest: releaseManifestSchema }), missing, malformed]),
  trial: v.nullable(trialSchema),
});

/** `POST releases` */
export const storedAnswerSchema = v.object({ outcome: v.picklist(['stored', 'already-there']) });

/** `GET log` */
export const logAnswerSchema = v.object({ entries: v.array(logEntrySchema) });

/** Asked of `GET log`; texts, as they stand in an address. */
export const logQuerySchema = v.strictObject({
  name: v.exactOptional(remoteNameSchema),
  before: v.exactOptional(wholeNumber(Number.MAX_SAFE_INTEGER)),
  limit: wholeNumber(1000),
});

/** Asked of `POST moves`: the team is the token's, whatever a client says. */
export const moveRequestSchema = v.omit(moveSchema, ['team']);

/** `POST moves` */
export const moveAnswerSchema = v.object({ registry: registrySchema, entry: v.nullable(logEntrySchema) });

/** `GET health` */
export const healthAnswerSchema = v.object({ releases: v.array(releaseHealthSchema) });

/** `GET team`: whose the token is. */
export const teamAnswerSchema = v.object({ team: v.string(), remotes: v.array(v.string()) });

/** `GET tokens` */
export const teamsAnswerSchema = v.object({
  teams: v.array(
    v.object({
      team: v.string(),
      remotes: v.array(v.string()),
      tokens: v.array(v.object({ id: v.string(), created: v.string(), expires: v.nullable(v.string()) })),
    }),
  ),
});

/** `POST tokens`: the token's text. */
export const tokenAnswerSchema = v.object({ token: v.string() });

/** `DELETE tokens/:id`: whether there was one. */
export const revokedAnswerSchema = v.object({ revoked: v.boolean() });

/** Asked of `POST garbage`. */
export const garbageRequestSchema = v.strictObject({ olderThanDays: v.pipe(v.number(), v.minValue(0)), dryRun: v.boolean() });

/** `POST garbage` */
export const garbageAnswerSchema = v.object({
  removed: v.array(v.object({ name: remoteNameSchema, release: releaseIdSchema, bytes: v.number() })),
  kept: v.number(),
});

/** Every refusal. Those that name an error of the store are thrown as that error by the client. */
export const refusalSchema = v.object({
  error: v.object({
    code: v.picklist([
      ...storeErrorCodes,
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
    /** Of a `revision-mismatch`. */
    expected: v.exactOptional(v.number()),
    actual: v.exactOptional(v.number()),
    /** Of a `move-refused`. */
    findings: v.exactOptional(v.array(gateFindingSchema)),
  }),
});

/** See {@link refusalSchema}. */
export type Refusal = v.InferOutput<typeof refusalSchema>['error'];

function wholeNumber(most: number) {
  return v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/, 'A whole number from 1'), v.transform(Number), v.maxValue(most));
}
