import { PREVIEW_CHECK_PATH, PREVIEW_PATH, PREVIEW_QUERY } from '@atrium/releases/wire';
import { previewDigest } from '@atrium/releases/preview';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { ProblemCode } from '../../config/messages.ts';
import { sendProblem, sendUnavailable } from '../../http/errors.ts';
import { identifyPerson, type SignInProject } from '../../http/identify-person.ts';
import { addSameOriginRoutes } from '../../http/same-origin.ts';
import type { CurrentReleasesReader } from '../../site/current-releases.ts';
import { checkPreview, type PreviewCheck, type PreviewRefusal, type PreviewSources } from './check.ts';
import { PREVIEW_COOKIE } from './requested-document.ts';

/** What the preview routes need. */
interface PreviewRoutesOptions extends PreviewSources {
  readonly signInProject: SignInProject;
  readonly releases: CurrentReleasesReader;
  /** Requests in a minute from one IP address. */
  readonly requestsPerMinute: number;
}

const requestSchema = v.strictObject({ link: v.pipe(v.string(), v.maxLength(2000)) });

/** The status of each refusal (RFC 9110 §15). */
const STATUS_OF_REFUSAL: Readonly<Record<PreviewRefusal, number>> = {
  'preview-altered': 422,
  'preview-expired': 410,
  'preview-not-allowed': 403,
  'preview-not-stored': 404,
};

/**
 * Serves the preview page: it checks what a link shows, starts the preview after a signed-in person has confirmed it, and
 * ends it. A link alone does nothing; documents are served by the cookie that is set here.
 */
export async function addPreviewRoutes(server: FastifyInstance, options: PreviewRoutesOptions): Promise<void> {
  const { signInProject, releases, requestsPerMinute } = options;

  /** Returns the link with what it shows, or responds with the reason why the link or the user is refused. */
  async function checked(request: FastifyRequest, reply: FastifyReply): Promise<(PreviewCheck & { ok: true; link: string }) | null> {
    const refuse = (status: number, code: ProblemCode): null => {
      void (status === 503 ? sendUnavailable(reply, code) : sendProblem(reply, status, code));
      return null;
    };
    const parsed = v.safeParse(requestSchema, request.body);
    if (!parsed.success) return refuse(400, 'bad-request');
    const { status } = await identifyPerson(request, signInProject);
    if (status === 'anonymous') return refuse(401, 'not-signed-in');
    if (status === 'unavailable') return refuse(503, 'sign-in-unavailable');
    const { site } = await releases.read();
    if (site === null) return refuse(503, 'unavailable');
    const { link } = parsed.output;
    const check = await checkPreview(options, site, link);
    return check.ok ? { ...check, link } : refuse(STATUS_OF_REFUSAL[check.refusal], check.refusal);
  }

  await addSameOriginRoutes(server, { routeClass: 'preview', requestsPerMinute }, (pages) => {
    pages.post(PREVIEW_CHECK_PATH, async (request, reply) => {
      const found = await checked(request, reply);
      return found ? reply.send(found.preview) : reply;
    });

    pages.post(PREVIEW_PATH, async (request, reply) => {
      const found = await checked(request, reply);
      if (!found) return reply;
      const { team, name, release, path } = found.preview;
      // A session cookie. Browsers leave it out when a link on another site opens a page.
      reply.setCookie(PREVIEW_COOKIE, found.link, { sameSite: 'strict' });
      request.log.info({ team, remote: name, release }, 'a preview was confirmed');
      return reply.send({ address: `${path}${path.includes('?') ? '&' : '?'}${PREVIEW_QUERY}=${previewDigest(found.link)}` });
    });

    // A page of this site may always end this browser's preview.
    pages.delete(PREVIEW_PATH, (_request, reply) => reply.clearCookie(PREVIEW_COOKIE, { sameSite: 'strict' }).code(204).send());
  });
}
