import { REPORTS_PATH, reportsSchema } from '@atrium/releases/wire';
import type { ReleaseStore } from '@atrium/releases/stores';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { sendProblem } from '../../http/errors.ts';
import { addSameOriginRoutes } from '../../http/same-origin.ts';
import type { Alerts } from '../../site/alerts.ts';
import type { Metrics } from '../monitoring.ts';
import { ReportCounter } from './counting.ts';
import { reportMetrics } from './metrics.ts';
import { SelfQuarantine } from './quarantine.ts';
import { ReportSender } from './report-sender.ts';
import { newTicket, TICKET_COOKIE, TICKET_LIFETIME_MS } from './tickets.ts';
import { VisibleReleases } from './visible-releases.ts';
import { DailySalt } from './visitor-marks.ts';

/** What the reports route needs. */
interface ReportsOptions {
  readonly store: ReleaseStore;
  readonly metrics: Metrics;
  readonly alerts: Alerts | null;
  /** Whether failing releases are put in quarantine. Otherwise reports are only counted. */
  readonly selfQuarantine: boolean;
  /** Milliseconds between two times that reports are sent to the store. */
  readonly reportsEvery: number;
  /** Requests in a minute from one IP address. */
  readonly requestsPerMinute: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What the document route needs of reports. */
interface Reports {
  /** Gives a ticket to the browser that requests a document. Does nothing while no ticket can be signed. */
  readonly giveTicket: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/** The cookie with a ticket, with the attributes of the server's other cookies. Written out because each document has one: serializing it takes longer. */
function ticketCookie(ticket: string, isSecure: boolean): string {
  return `${TICKET_COOKIE}=${ticket}; Max-Age=${String(TICKET_LIFETIME_MS / 1000)}; Path=${REPORTS_PATH}; HttpOnly;${isSecure ? ' Secure;' : ''} SameSite=Strict`;
}

/**
 * Receives the reports of open tabs about releases, and acts on them. The response does not say whether a report counted,
 * so that it does not reveal whether a forged ticket is valid.
 */
export async function addReportsRoute(server: FastifyInstance, options: ReportsOptions): Promise<Reports> {
  const { store, metrics, alerts, now } = options;
  const log = server.log;
  const salt = new DailySalt(store.health, log, now);
  const visible = new VisibleReleases(store);
  const counter = new ReportCounter(visible, salt, now);
  const quarantine = new SelfQuarantine({ store, log, alerts, acts: options.selfQuarantine, now });
  const sender = new ReportSender({ health: store.health, counter, quarantine, log, now });
  metrics.addPart(() => reportMetrics({ visible, counter, quarantine, sender }));
  server.addHook('onReady', (done) => {
    sender.start(options.reportsEvery);
    done();
  });
  server.addHook('onClose', () => sender.stop());

  await addSameOriginRoutes(server, { routeClass: 'reports', requestsPerMinute: options.requestsPerMinute }, (pages) => {
    pages.post(REPORTS_PATH, async (request, reply) => {
      const parsed = v.safeParse(reportsSchema, request.body);
      if (!parsed.success) return sendProblem(reply, 400, 'bad-request');
      await counter.count(parsed.output.reports, request.ip, request.cookies[TICKET_COOKIE]);
      return reply.code(204).send();
    });
  });

  return {
    giveTicket: async (request, reply) => {
      const [newest] = await salt.read();
      if (newest === undefined) return;
      reply.header('set-cookie', ticketCookie(newTicket(newest, request.ip, now()), request.protocol === 'https'));
    },
  };
}
