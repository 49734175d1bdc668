import { previewDigest } from '@atrium/releases/preview-link';
import { previewCheckPath, previewPath, previewQuery } from '@atrium/releases/names';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { CurrentReleasesReader } from '../current-releases.ts';
import type { ProblemCode } from '../messages.ts';
import { addForOwnPages } from '../own-pages.ts';
import { identifyPerson, type PeopleService } from '../person/identify-person.ts';
import { sendProblem } from '../problem-answer.ts';
import { checkPreview, type PreviewCheck, type PreviewGround, type PreviewRefusal } from './check-preview.ts';
import { clearPreviewCookie, setPreviewCookie } from './preview-cookie.ts';

/** What the routes of previews need. */
export interface PreviewRoutesOptions extends PreviewGround {
  readonly people: PeopleService;
  readonly releases: CurrentReleasesReader;
  /** Requests in a minute from one address. */
  readonly requestsPerMinute: number;
}

const requestSchema = v.strictObject({ link: v.pipe(v.string(), v.maxLength(2000)) });

/** The status of each refusal (RFC 9110 §15). */
const statusOf: Readonly<Record<PreviewRefusal, number>> = {
  'preview-altered': 422,
  'preview-expired': 410,
  'preview-not-allowed': 403,
  'preview-not-stored': 404,
};

/**
 * What the page of previews asks (design §7, Preview): what a link shows; to show it, which a person who is signed in
 * confirms; and to end it. A link alone does nothing: the cookie that it becomes here is what a document is served by.
 */
export async function addPreviewRoutes(server: FastifyInstance, options: PreviewRoutesOptions): Promise<void> {
  const { people, releases, requestsPerMinute } = options;

  /** Gives the link with what it shows, or answers what is wrong with it or with who asks. */
  async function checked(request: FastifyRequest, reply: FastifyReply): Promise<(PreviewCheck & { ok: true; link: string }) | null> {
    const refuse = (status: number, code: ProblemCode): null => {
      void sendProblem(status === 503 ? reply.header('retry-after', '5') : reply, status, code);
      return null;
    };
    const wish = v.safeParse(requestSchema, request.body);
    if (!wish.success) return refuse(400, 'bad-request');
    const { status } = await identifyPerson(request, people);
    if (status === 'nobody') return refuse(401, 'not-signed-in');
    if (status === 'unavailable') return refuse(503, 'sign-in-away');
    const { site } = await releases.read();
    if (site === null) return refuse(503, 'unavailable');
    const { link } = wish.output;
    const check = await checkPreview(options, site, link);
    return check.ok ? { ...check, link } : refuse(statusOf[check.refusal], check.refusal);
  }

  await addForOwnPages(server, { routeClass: 'preview', requestsPerMinute }, (pages) => {
    pages.post(previewCheckPath, async (request, reply) => {
      const found = await checked(request, reply);
      return found ? reply.send(found.preview) : reply;
    });

    pages.post(previewPath, async (request, reply) => {
      const found = await checked(request, reply);
      if (!found) return reply;
      const { team, name, release, path } = found.preview;
      setPreviewCookie(request, reply, found.link);
      request.log.info({ team, remote: name, release }, 'a preview was confirmed');
      return reply.send({ address: `${path}${path.includes('?') ? '&' : '?'}${previewQuery}=${previewDigest(found.link)}` });
    });

    // Whoever may write from a page of this site may end what this browser shows.
    pages.delete(previewPath, (request, reply) => {
      clearPreviewCookie(request, reply);
      return reply.code(204).send();
    });
  });
}
