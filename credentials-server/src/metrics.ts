import type { FastifyInstance } from 'fastify';
import type { CurrentReleasesReader } from './current-releases.ts';
import type { RouteClass } from './route-class.ts';

/** Lines in the same format, from another part of the server. It never throws. */
export type MetricsPart = () => Promise<readonly string[]>;

/** Counts since the process started, in the Prometheus text format 0.0.4. */
export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #parts: MetricsPart[] = [];
  #documents = 0;

  /** Counts an answered request. Labels are of small fixed sets, so the map stays small. */
  countRequest(route: RouteClass | 'other', status: number): void {
    const labels = `route="${route}",status="${status}"`;
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1);
  }

  /** Counts a document with the site in it. */
  countDocument(): void {
    this.#documents += 1;
  }

  /** Has the lines of another part rendered too. */
  addPart(part: MetricsPart): void {
    this.#parts.push(part);
  }

  /**
   * @param revision the registry's revision; null while there is no site
   * @param leftOut how many live remotes cannot be used
   * @param isOutdated whether the last site is served because what is live cannot be found out
   */
  async render(revision: number | null, leftOut: number, isOutdated: boolean): Promise<string> {
    const lines = [
      '# HELP atrium_http_requests_total Answered requests by what they were for.',
      '# TYPE atrium_http_requests_total counter',
      ...[...this.#requests].map(([labels, count]) => `atrium_http_requests_total{${labels}} ${count}`),
      '# HELP atrium_documents_total Documents with the site in them.',
      '# TYPE atrium_documents_total counter',
      `atrium_documents_total ${this.#documents}`,
      '# HELP atrium_remotes_left_out Live remotes that cannot be used.',
      '# TYPE atrium_remotes_left_out gauge',
      `atrium_remotes_left_out ${leftOut}`,
      '# HELP atrium_ready Whether there is a site to serve.',
      '# TYPE atrium_ready gauge',
      `atrium_ready ${revision === null ? 0 : 1}`,
      '# HELP atrium_site_outdated Whether the site is served as it was last, because what is live cannot be found out.',
      '# TYPE atrium_site_outdated gauge',
      `atrium_site_outdated ${isOutdated ? 1 : 0}`,
    ];
    if (revision !== null) {
      lines.push(
        '# HELP atrium_registry_revision Revision of the registry in use.',
        '# TYPE atrium_registry_revision gauge',
        `atrium_registry_revision ${revision}`,
      );
    }
    for (const part of this.#parts) lines.push(...(await part()));
    return `${lines.join('\n')}\n`;
  }
}

/** Counts every answer and serves the counts at `/metrics`. */
export function addMetrics(server: FastifyInstance, metrics: Metrics, releases: CurrentReleasesReader): void {
  server.addHook('onResponse', (request, reply, done) => {
    metrics.countRequest(request.routeOptions.config.routeClass ?? 'other', reply.statusCode);
    done();
  });
  server.route({
    method: ['GET', 'HEAD'],
    url: '/metrics',
    config: { routeClass: 'metrics' },
    handler: async (_request, reply) => {
      const current = await releases.read();
      reply.header('cache-control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8');
      return reply.send(await metrics.render(current.site?.revision ?? null, current.problems.length, current.site !== null && current.outdated !== undefined));
    },
  });
}
