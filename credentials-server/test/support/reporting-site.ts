import { setTimeout } from 'node:timers/promises';
import { REPORTS_PATH, type Report, type ReportKind } from '@atrium/releases/wire';
import type { ReleaseStore } from '@atrium/releases/stores';
import type { SiteServerOptions } from '../../src/server.ts';
import { capturedLog } from './captured-log.ts';
import { page } from './read-document.ts';
import { ask, startSite, type SiteResponse } from './running-site.ts';

/** A server behind a proxy, so that a test can act as many visitors, and its log. */
export async function reportingSite(store: ReleaseStore, options: Partial<SiteServerOptions> = {}): Promise<{ readonly base: string; readonly lines: string[] }> {
  const { lines, logger } = capturedLog();
  const base = await startSite({ store, trustProxy: ['loopback'], reportsEvery: 10, logger, ...options });
  return { base, lines };
}

/** Opens a page at an address, and reports with the ticket that comes with its document. */
export async function report(base: string, address: string, reports: unknown, headers: Readonly<Record<string, string>> = {}): Promise<SiteResponse> {
  return reportWith(await ticketOf(base, address), base, address, reports, headers);
}

/** Reports with a ticket, or without one. */
export function reportWith(
  ticket: string | null, base: string, address: string, reports: unknown, headers: Readonly<Record<string, string>> = {},
): Promise<SiteResponse> {
  return ask(base, REPORTS_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address, ...(ticket !== null && { cookie: `atrium-report-ticket=${ticket}` }), ...headers },
    body: JSON.stringify({ reports }),
  });
}

/** The ticket of a document that a visitor at an address opens. */
export async function ticketOf(base: string, address: string): Promise<string> {
  const { headers } = await ask(base, '/', { headers: { ...page.headers, 'x-forwarded-for': address } });
  const cookie = /^atrium-report-ticket=([^;]+); Max-Age=86400; Path=\/__atrium\/reports; HttpOnly; SameSite=Strict$/;
  const [ticket] = (headers['set-cookie'] ?? []).flatMap((line) => cookie.exec(line)?.[1] ?? []);
  if (ticket === undefined) throw new Error('the document came without a ticket');
  return ticket;
}

/** One report. */
export function reportOf(kind: ReportKind, name: string, release: string | undefined): Extract<Report, { readonly kind: ReportKind }> {
  return { kind, name, release: release ?? '' };
}

/** The address of a visitor, each in a different network. */
export function addressOf(visitor: number): string {
  return `10.${Math.floor(visitor / 250) % 250}.${visitor % 250}.7`;
}

/** Milliseconds between two checks of a condition. Checking without a pause would take the processor from the other tests. */
const POLL_MS = 5;

/** Waits until a condition holds, up to the test's own time limit. */
export async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await setTimeout(POLL_MS);
}
