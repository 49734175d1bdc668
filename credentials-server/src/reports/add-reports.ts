import type { ReleaseStore } from '@atrium/releases/release-store';
import { reportsSchema } from '@atrium/releases/reports';
import { reportsPath } from '@atrium/releases/names';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Metrics } from '../metrics.ts';
import { addForOwnPages } from '../own-pages.ts';
import { sendProblem } from '../problem-answer.ts';
import { DailySalt } from './daily-salt.ts';
import { ReportCounter } from './report-counter.ts';
import { reportMetrics } from './report-metrics.ts';
import { newTicket, setTicketCookie, ticketCookie } from './report-tickets.ts';
import { SelfQuarantine } from './self-quarantine.ts';
import { StandingReleases } from './standing-releases.ts';
import { ToldBook } from './told-book.ts';

/** What reports need. */
export interface ReportsOptions {
  readonly store: ReleaseStore;
  readonly metrics: Metrics;
  /** Whether a release that is to blame is put in quarantine; else it is only counted. */
  readonly selfQuarantine: boolean;
  /** Milliseconds between two times that the store is told. */
  readonly reportsEvery: number;
  /** Requests in a minute from one address. */
  readonly requestsPerMinute: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What reports give to the rest of the server. */
export interface Reports {
  /** Gives a ticket to the browser that a document goes to; none while none can be signed. */
  readonly giveTicket: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/**
 * Takes what open tabs report of releases (design §7, Reports), and acts on it. A tab that reports is not told what became
 * of it, so that a forged ticket gets the same answer as a good one.
 */
export async function addReports(server: FastifyInstance, options: ReportsOptions): Promise<Reports> {
  const { store, metrics, now } = options;
  const log = server.log;
  const salt = new DailySalt(store.health, log, now);
  const standing = new StandingReleases(store);
  const counter = new ReportCounter(standing, salt, now);
  const quarantine = new SelfQuarantine(store, log, now);
  const book = new ToldBook({ health: store.health, counter, quarantine: options.selfQuarantine ? quarantine : null, log, now });
  metrics.addPart(() => reportMetrics({ standing, counter, quarantine, book }));
  server.addHook('onReady', (done) => {
    book.start(options.reportsEvery);
    done();
  });
  server.addHook('onClose', () => book.stop());

  await addForOwnPages(server, { routeClass: 'reports', requestsPerMinute: options.requestsPerMinute }, (pages) => {
    pages.post(reportsPath, async (request, reply) => {
      const told = v.safeParse(reportsSchema, request.body);
      if (!told.success) return sendProblem(reply, 400, 'bad-request');
      await counter.count(told.output.reports, request.ip, ticketCookie(request));
      return reply.code(204).send();
    });
  });

  return {
    giveTicket: async (request, reply) => {
      const [newest] = await salt.read();
      if (newest !== undefined) setTicketCookie(request, reply, newTicket(newest, request.ip, now()));
    },
  };
}
