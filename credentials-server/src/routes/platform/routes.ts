import { canBeForced } from '@atrium/releases/gate';
import { platformMoveSchema } from '@atrium/releases/model';
import { PLATFORM_LOG_PATH, PLATFORM_MEMBER_PATH, PLATFORM_MOVES_PATH, PLATFORM_PREVIEW_PATH, PLATFORM_STATE_PATH } from '@atrium/releases/wire';
import { previewRequestSchema, signPreviewWithKey } from '@atrium/releases/preview';
import { InvalidMoveError, MoveRefusedError, StoreError, type ReleaseStore } from '@atrium/releases/stores';
import { logQuerySchema } from '@atrium/releases/stores/site';
import { covers } from '@atrium/releases/teams';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { ProblemCode } from '../../config/messages.ts';
import { sendProblem, sendUnavailable, storeRefusal } from '../../http/errors.ts';
import { identifyPerson, readConfirmedAddress, type SignInProject } from '../../http/identify-person.ts';
import { addSameOriginRoutes } from '../../http/same-origin.ts';
import type { Alerts } from '../../site/alerts.ts';
import { LatestFailures } from './latest-failures.ts';
import { readPlatformState, type PlatformSources } from './state.ts';

/** What the routes of the platform team's page need. */
interface PlatformRoutesOptions extends Omit<PlatformSources, 'failures'> {
  readonly signInProject: SignInProject;
  readonly alerts: Alerts | null;
  /** The platform team: user IDs, and email addresses in lower case. */
  readonly team: readonly string[];
  /** Requests in a minute from one IP address. An open page sends one every 15 seconds. */
  readonly requestsPerMinute: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** How long a preview lasts that the inspector starts: as long as a link of `atrium preview` by default. */
const PREVIEW_SECONDS = 60 * 60;

declare module 'fastify' {
  interface FastifyRequest {
    /** The history's name for the person of the platform team; set before the body of such a request is read. */
    platformPerson: string | null;
  }
}

/**
 * Serves the platform team's page and the inspector. Each request is checked again, and needs a session at `aal2`. The history names the
 * person that the server identified, never one that the page names.
 */
export async function addPlatformRoutes(server: FastifyInstance, options: PlatformRoutesOptions): Promise<void> {
  const { store, alerts, signInProject, team, requestsPerMinute, now } = options;
  const sources = { ...options, failures: new LatestFailures(store) };
  // Apart from the other routes, because everyone may request it.
  await addSameOriginRoutes(server, { routeClass: 'platform', requestsPerMinute }, (pages) => {
    pages.get(PLATFORM_MEMBER_PATH, async (request, reply) => {
      const check = await checkPlatformPerson(request, signInProject, team);
      return !check.ok && check.status === 503 ? sendUnavailable(reply, check.problem) : { isMember: check.ok };
    });
  });
  await addSameOriginRoutes(server, { routeClass: 'platform', requestsPerMinute }, (pages) => {
    pages.decorateRequest('platformPerson', null);
    pages.setErrorHandler<Error>(sendStoreError);
    // After the rate limit and the cross-site check, and before a body is read.
    pages.addHook('preParsing', async (request, reply) => {
      const check = await checkPlatformPerson(request, signInProject, team);
      if (check.ok) request.platformPerson = check.name;
      else await (check.status === 503 ? sendUnavailable(reply, check.problem) : sendProblem(reply, check.status, check.problem));
    });

    pages.get(PLATFORM_STATE_PATH, (request) => readPlatformState(sources, personOf(request), request.log));

    pages.get(PLATFORM_LOG_PATH, async (request, reply) => {
      const query = v.safeParse(logQuerySchema, { ...(request.query ?? {}) });
      if (!query.success) return sendProblem(reply, 400, 'bad-request');
      return { entries: await store.readLog(query.output) };
    });

    pages.post(PLATFORM_MOVES_PATH, async (request) => {
      const parsed = v.safeParse(platformMoveSchema, request.body);
      if (!parsed.success) throw new InvalidMoveError(`Nothing was moved: ${parsed.issues[0].message}.`);
      const move = parsed.output;
      const person = personOf(request);
      const { registry, entry } = await store.move({ ...move, who: person, team: null });
      if (entry) alerts?.moved(entry);
      const { action, name } = move;
      // Only the store's history and alerts name the person.
      request.log.info({ action, remote: name, release: entry?.release ?? move.release, moved: entry !== null }, 'the platform team moved a pointer');
      return { moved: entry !== null, state: await readPlatformState(sources, person, request.log, registry) };
    });

    pages.post(PLATFORM_PREVIEW_PATH, async (request, reply) => {
      const parsed = v.safeParse(previewRequestSchema, request.body);
      if (!parsed.success) return sendProblem(reply, 400, 'bad-request');
      const { name, release } = parsed.output;
      const signer = await findPreviewSigner(store, name);
      if (signer === null) return sendProblem(reply, 409, 'no-preview-signer');
      const expires = Math.floor(now() / 1000) + PREVIEW_SECONDS;
      request.log.info({ remote: name, release }, 'the platform team requested a preview');
      return { link: signPreviewWithKey(signer.tokenId, signer.key, { ...parsed.output, expires }) };
    });
  });
}

/** Whether the caller belongs to the platform team, and if not, why. `name` is the email address that the auth service has, or the user ID. */
type PlatformCheck =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly status: number; readonly problem: ProblemCode };

/**
 * Checks whether the caller belongs to the platform team. A listed user ID always grants access. A listed email address grants
 * access only to the account that confirmed it by a mailed link when it was new; anyone could register it, or
 * change an account to it. The session needs a second factor, so a stolen password alone is not enough.
 */
async function checkPlatformPerson(request: FastifyRequest, project: SignInProject, team: readonly string[]): Promise<PlatformCheck> {
  const refuse = (status: number, problem: ProblemCode): PlatformCheck => ({ ok: false, status, problem });
  const found = await identifyPerson(request, project);
  if (found.status === 'anonymous') return refuse(401, 'not-signed-in');
  if (found.status === 'unavailable') return refuse(503, 'sign-in-unavailable');
  if (team.length === 0) return refuse(403, 'no-platform-team');
  const { id, email, level } = found.person;
  if (!team.includes(id)) {
    if (email === null || !team.includes(email.toLowerCase())) return refuse(403, 'not-platform-team');
    const confirmed = await readConfirmedAddress(request, project);
    if (confirmed.status === 'unavailable') return refuse(503, 'sign-in-unavailable');
    if (confirmed.address?.toLowerCase() !== email.toLowerCase()) return refuse(403, 'address-unproven');
  }
  return level === 'aal2' ? { ok: true, name: email ?? id } : refuse(403, 'second-factor-needed');
}

/**
 * Finds a token whose team may release a remote, preferably that of a team that may release everything. A preview is valid
 * only as long as the token that signed it, so previews of the platform team need no other secret.
 *
 * @returns null if there is none
 */
async function findPreviewSigner({ teams }: ReleaseStore, name: string): Promise<{ readonly tokenId: string; readonly key: Buffer } | null> {
  const covering = (await teams.listTeams()).filter((team) => covers(team, name));
  const mayReleaseAll = ({ remotes }: { readonly remotes: readonly string[] }) => Number(remotes.includes('*'));
  for (const { tokens } of covering.toSorted((one, other) => mayReleaseAll(other) - mayReleaseAll(one))) {
    for (const { id } of tokens) {
      // Null for an expired token.
      const signer = await teams.previewKeyOf(id);
      if (signer) return { tokenId: id, key: signer.key };
    }
  }
  return null;
}

function personOf({ platformPerson }: FastifyRequest): string {
  if (platformPerson === null) throw new Error('The request has no identified person.');
  return platformPerson;
}

/** Sends an error of the store, so that the page can give advice. Other errors go to the server's own handler. */
function sendStoreError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof StoreError)) throw error;
  const { status, refusal } = storeRefusal(error);
  if (status >= 500) request.log.error({ err: error }, 'the store failed');
  const canForce = error instanceof MoveRefusedError && { canForce: error.findings.every(canBeForced) };
  return reply.code(status).send({ error: { ...refusal, ...canForce } });
}
