import type { FastifyInstance } from 'fastify';
import { messages } from '../config/messages.ts';
import type { RouteClass } from '../http/logging.ts';
import type { CurrentReleases, CurrentReleasesReader } from '../site/current-releases.ts';

/** Metrics of another part of the server, in the same format. It never throws. */
type MetricsPart = () => Promise<readonly string[]>;

/** Counters since the process started, in the Prometheus text format 0.0.4. */
export class Metrics {
  readonly #requests = new Map<RouteClass | 'other', Map<number, number>>();
  readonly #parts: MetricsPart[] = [];
  #documents = 0;

  /** Counts a completed request. Routes and statuses have few possible values, so the maps stay small. */
  countRequest(route: RouteClass | 'other', status: number): void {
    const counts = this.#requests.get(route) ?? new Map<number, number>();
    this.#requests.set(route, counts.set(status, (counts.get(status) ?? 0) + 1));
  }

  /** Counts a document that contains the site. */
  countDocument(): void {
    this.#documents += 1;
  }

  /** Adds the metrics of another part of the server. */
  addPart(part: MetricsPart): void {
    this.#parts.push(part);
  }

  /** Renders all metrics as text. */
  async render(current: CurrentReleases): Promise<string> {
    const lines = [
      '# HELP atrium_http_requests_total Completed requests by kind of route.',
      '# TYPE atrium_http_requests_total counter',
      ...[...this.#requests].flatMap(([route, counts]) => [...counts].map(([status, count]) => `atrium_http_requests_total{route="${route}",status="${status}"} ${count}`)),
      '# HELP atrium_documents_total Documents that contained the site.',
      '# TYPE atrium_documents_total counter',
      `atrium_documents_total ${this.#documents}`,
      '# HELP atrium_remotes_left_out Live remotes that cannot be used.',
      '# TYPE atrium_remotes_left_out gauge',
      `atrium_remotes_left_out ${current.problems.length}`,
      '# HELP atrium_ready Whether there is a site to serve.',
      '# TYPE atrium_ready gauge',
      `atrium_ready ${current.site === null ? 0 : 1}`,
      '# HELP atrium_site_outdated Whether the last known site is served because the current one cannot be read.',
      '# TYPE atrium_site_outdated gauge',
      `atrium_site_outdated ${current.site !== null && current.outdated !== undefined ? 1 : 0}`,
    ];
    if (current.site !== null) {
      lines.push(
        '# HELP atrium_registry_revision Revision of the registry in use.',
        '# TYPE atrium_registry_revision gauge',
        `atrium_registry_revision ${current.site.revision}`,
      );
    }
    for (const part of this.#parts) lines.push(...(await part()));
    return `${lines.join('\n')}\n`;
  }
}

/** Adds `/healthz` (the process responds), `/readyz` (it has a site to serve) and `/metrics`, and counts every response. */
export function addMonitoringRoutes(server: FastifyInstance, metrics: Metrics, releases: CurrentReleasesReader): void {
  server.addHook('onResponse', (request, reply, done) => {
    metrics.countRequest(request.routeOptions.config.routeClass ?? 'other', reply.statusCode);
    done();
  });
  server.route({
    method: ['GET', 'HEAD'],
    url: '/healthz',
    config: { routeClass: 'health' },
    handler: (_request, reply) => reply.header('cache-control', 'no-store').send({ alive: true }),
  });
  server.route({
    method: ['GET', 'HEAD'],
    url: '/readyz',
    config: { routeClass: 'health' },
    handler: async (_request, reply) => {
      const current = await releases.read();
      const reasons = current.problems.map(({ remote, release, problem, canary }) => `${remote} ${release}${canary ? ' (canary)' : ''}: ${problem}`);
      if (current.site === null) reasons.unshift(messages.unavailable[current.reason]);
      else if (current.outdated !== undefined) reasons.unshift(`${messages.outdated} ${messages.unavailable[current.outdated]}`);
      // A site can be served without one of its page modules. Only a missing shell takes this copy out of service.
      const ready = current.site !== null;
      return reply.code(ready ? 200 : 503).header('cache-control', 'no-store').send({ ready, reasons });
    },
  });
  server.route({
    method: ['GET', 'HEAD'],
    url: '/metrics',
    config: { routeClass: 'metrics' },
    handler: async (_request, reply) => {
      const text = await metrics.render(await releases.read());
      return reply.header('cache-control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8').send(text);
    },
  });
}
