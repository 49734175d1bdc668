import rateLimit from '@fastify/rate-limit';
import type { ReleaseStore } from '@atrium/releases/release-store';
import fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { addCredentialsRoute } from './credentials-route.ts';
import { CurrentReleasesReader } from './current-releases.ts';
import { addDevelopmentRoute } from './development-route.ts';
import { addDocumentRoute } from './document-route.ts';
import { addHealthRoutes } from './health-routes.ts';
import { addIconRoutes } from './icons/icon-routes.ts';
import { addMetrics, Metrics } from './metrics.ts';
import { addPlatformRoutes } from './platform/platform-routes.ts';
import { addPreviewRoutes } from './previews/preview-routes.ts';
import { addPreviewTabScript } from './previews/preview-tab-script.ts';
import { addReports } from './reports/add-reports.ts';
import { sendProblem } from './problem-answer.ts';
import type { ProxyTrust } from './proxy-trust.ts';
import { addRegistryRoute } from './registry-route.ts';
import { addReleaseFilesRoute } from './release-files-route.ts';
import { addRemoteRoute } from './remote-route.ts';
import { addRequestLog } from './request-log.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { addStoreApi } from './store-api/store-api.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';

/** What the site's server is made of. The values are taken as they are: readSettings checks them. */
export interface SiteServerOptions {
  readonly supabaseUrl: string;
  readonly supabaseKey: string;
  /** Where browsers find this server, without a slash at the end; empty for the page's own origin. */
  readonly apiBaseUrl?: string;
  /** Where visitors find the site, without a slash at the end; only what other sites show of it needs that. */
  readonly siteUrl?: string | null;
  /** Exact origins that may read the credentials besides the site's own. */
  readonly allowedOrigins?: readonly string[];
  readonly store: ReleaseStore;
  /** Whether the store is in the project of the sign-in, which then tells tabs of moves; not by default. */
  readonly hasReleaseNews?: boolean;
  readonly trustProxy?: ProxyTrust;
  /** Where tabs send telemetry; nowhere by default. */
  readonly telemetry?: TelemetrySettings | null;
  /** Whether source maps of releases are served; not by default. */
  readonly serveSourceMaps?: boolean;
  /** Whether development servers may have the shell's development build; not by default. */
  readonly allowDevelopment?: boolean;
  /** Requests for the credentials in a minute from one address; an office may share one. */
  readonly credentialsPerMinute?: number;
  /** Requests to the release store in a minute from one address. */
  readonly storeRequestsPerMinute?: number;
  /** Requests of the page of previews in a minute from one address. */
  readonly previewsPerMinute?: number;
  /** User IDs and lower-case email addresses that may use the platform team's page. Empty by default. */
  readonly platformTeam?: readonly string[];
  /** Requests of the platform team's page in a minute from one address. */
  readonly platformRequestsPerMinute?: number;
  /** Reports of open tabs in a minute from one address; an office may share one. */
  readonly reportsPerMinute?: number;
  /** Milliseconds between two times that the store is told of them. */
  readonly reportsEvery?: number;
  /** Whether a release that fails for many visitors is put in quarantine; it is. */
  readonly selfQuarantine?: boolean;
  /** What time it is, in milliseconds since 1970: previews end, and reports get old. */
  readonly now?: () => number;
  readonly logger?: FastifyServerOptions['logger'];
}

/** Milliseconds for a client to send its headers, which is all that most requests are. */
const headersTimeout = 15_000;

/** Milliseconds for a client to send its whole request: a release over a slow line, see store-api. */
const requestTimeout = 120_000;

/**
 * Makes the site's own server (design §8): credentials, documents, release files, registry, health and metrics.
 * It keeps no state but caches, and does not listen yet.
 */
export async function createSiteServer(options: SiteServerOptions): Promise<FastifyInstance> {
  const { supabaseUrl, supabaseKey, apiBaseUrl = '', siteUrl = null, trustProxy = false, store } = options;
  const server = fastify({
    logger: options.logger ?? false,
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    // Fastify's own lines name the address: see addRequestLog.
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout,
    http: { headersTimeout },
    // An address that cannot be decoded never reaches a route or a hook.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply, siteUrl);
      sendProblem(reply, error.statusCode ?? 400, 'bad-request');
    },
  });
  const releases = new CurrentReleasesReader(store, server.log);
  const metrics = new Metrics();

  server.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply, siteUrl);
    done();
  });
  addRequestLog(server);
  refuseWrites(server);
  answerFailures(server);
  await server.register(rateLimit, { global: false });

  await addCredentialsRoute(server, {
    supabaseUrl,
    supabaseKey,
    allowedOrigins: options.allowedOrigins ?? [],
    requestsPerMinute: options.credentialsPerMinute ?? 600,
  });
  addReleaseFilesRoute(server, { store, serveSourceMaps: options.serveSourceMaps ?? false });
  addRegistryRoute(server, releases);
  addRemoteRoute(server, store);
  addDevelopmentRoute(server, { store, releases, allowed: options.allowDevelopment ?? false });
  addHealthRoutes(server, releases);
  addMetrics(server, metrics, releases);
  await addIconRoutes(server);
  await addStoreApi(server, { store, requestsPerMinute: options.storeRequestsPerMinute ?? 600 });
  const ground = { store, now: options.now ?? (() => Date.now()) };
  const people = { supabaseUrl, supabaseKey };
  await addPlatformRoutes(server, {
    store, releases, people, team: options.platformTeam ?? [], requestsPerMinute: options.platformRequestsPerMinute ?? 240,
  });
  await addPreviewRoutes(server, { ...ground, people, releases, requestsPerMinute: options.previewsPerMinute ?? 60 });
  const { giveTicket } = await addReports(server, {
    ...ground,
    metrics,
    selfQuarantine: options.selfQuarantine ?? true,
    reportsEvery: options.reportsEvery ?? 5_000,
    requestsPerMinute: options.reportsPerMinute ?? 600,
  });
  const previews = { ...ground, script: await addPreviewTabScript(server) };
  const { hasReleaseNews = false, telemetry = null } = options;
  addDocumentRoute(server, { supabaseUrl, apiBaseUrl, siteUrl, hasReleaseNews, telemetry, releases, metrics, previews, giveTicket });
  return server;
}

/** Everything here is only read, but for the store's own address and what pages of this site may write. The check comes before the body is looked at. */
function refuseWrites(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.is404) sendProblem(reply.header('allow', 'GET, HEAD'), 405, 'method-not-allowed');
    else done();
  });
}

function answerFailures(server: FastifyInstance): void {
  server.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    if (error.statusCode === 429) return sendProblem(reply, 429, 'too-many-requests');
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return sendProblem(reply, error.statusCode, 'bad-request');
    }
    request.log.error({ err: error }, 'a request failed');
    return sendProblem(reply, 500, 'failed');
  });
}
