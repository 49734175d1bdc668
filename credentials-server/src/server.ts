import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import type { ReleaseStore } from '@atrium/releases/stores';
import fastify, { LogController, type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify';
import type { ProxyTrust, TelemetrySettings } from './config/settings.ts';
import { refuseForeignHosts } from './http/allowed-hosts.ts';
import { addErrorResponses, sendProblem } from './http/errors.ts';
import { setSecurityHeaders } from './http/headers.ts';
import { addRequestLog } from './http/logging.ts';
import { addAssetsRoute } from './routes/assets.ts';
import { addCredentialsRoute } from './routes/credentials.ts';
import { readPrerenderedPageScript } from './routes/document/prerendered-page.ts';
import { addDocumentRoute } from './routes/document/route.ts';
import { addIconRoutes } from './routes/icons/routes.ts';
import { addMonitoringRoutes, Metrics } from './routes/monitoring.ts';
import { addPlatformRoutes } from './routes/platform/routes.ts';
import { addPreviewRoutes } from './routes/previews/routes.ts';
import { addPreviewTabScript } from './routes/previews/tab-script.ts';
import { addRegistryRoutes } from './routes/registry.ts';
import { addReportsRoute } from './routes/reports/routes.ts';
import { addStoreRoutes } from './routes/store/routes.ts';
import type { Alerts } from './site/alerts.ts';
import { CurrentReleasesReader } from './site/current-releases.ts';
import { SignInMethods } from './site/sign-in-methods.ts';

/** What a site's server needs. The values are used as they are: readSettings has checked them. */
export interface SiteServerOptions {
  readonly supabaseUrl: string;
  readonly supabaseKey: string;
  /** Where browsers find this server, without a slash at the end; empty for the page's own origin. */
  readonly apiBaseUrl?: string;
  /** Where visitors find the site, without a slash at the end. Link previews on other sites need it. */
  readonly siteUrl?: string | null;
  /** Host names that this server accepts besides those of this machine. Default: every name. */
  readonly allowedHosts?: readonly string[] | null;
  /** Exact origins that may read the credentials besides the site's own. */
  readonly allowedOrigins?: readonly string[];
  readonly store: ReleaseStore;
  /** Whether the store is in the project of the sign-in, which then tells tabs about releases. Default: false. */
  readonly hasReleaseBroadcast?: boolean;
  /** Whether the site offers the further sign-in methods that the project allows: see {@link SignInMethods}. Default: false. */
  readonly readSignInMethods?: boolean;
  readonly trustProxy?: ProxyTrust;
  /** Where tabs send telemetry. Default: nowhere. */
  readonly telemetry?: TelemetrySettings | null;
  /** Whether source maps of releases are served. Default: false. */
  readonly serveSourceMaps?: boolean;
  /** Whether development servers may get the shell's development build. Default: false. */
  readonly allowDevelopment?: boolean;
  /** Requests for the credentials in a minute from one IP address, which a whole office may share. */
  readonly credentialsPerMinute?: number;
  /** Requests to the release store in a minute from one IP address. */
  readonly storeRequestsPerMinute?: number;
  /** Requests of the preview page in a minute from one IP address. Ten times as many documents may show a preview. */
  readonly previewsPerMinute?: number;
  /** User IDs and lower-case email addresses that may use the platform team's page. Empty by default. */
  readonly platformTeam?: readonly string[];
  /** Requests of the platform team's page in a minute from one IP address. */
  readonly platformRequestsPerMinute?: number;
  /** Reports of open tabs in a minute from one IP address, which a whole office may share. */
  readonly reportsPerMinute?: number;
  /** Milliseconds between two times that reports are sent to the store. */
  readonly reportsEvery?: number;
  /** Whether a release that fails for many visitors is put in quarantine. Default: true. */
  readonly selfQuarantine?: boolean;
  /** Sends alerts about releases. Default: none are sent. */
  readonly alerts?: Alerts | null;
  /** The current time in milliseconds since 1970, by which previews and reports expire. */
  readonly now?: () => number;
  readonly logger?: FastifyServerOptions['logger'];
}

/** Milliseconds for a client to send its headers. Most requests have nothing else. */
const HEADERS_TIMEOUT_MS = 15_000;

/** Milliseconds for a client to send its whole request, such as a release over a slow connection. */
const REQUEST_TIMEOUT_MS = 120_000;

/** Fastify calls it for a route with a schema. */
function noSchemas(): never {
  throw new Error('Parse with Valibot in the route: this server has no compilers of JSON schemas.');
}

/**
 * Creates the site's own server with all its routes. The server keeps no state but caches. The caller starts it with
 * `listen()`.
 */
export async function createSiteServer(options: SiteServerOptions): Promise<FastifyInstance> {
  const { supabaseUrl, supabaseKey, apiBaseUrl = '', siteUrl = null, trustProxy = false, store } = options;
  const { hasReleaseBroadcast = false, telemetry = null, alerts = null, now = () => Date.now() } = options;
  const server = fastify({
    logger: options.logger ?? false,
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    // Fastify's own lines contain the URL and the IP address: see addRequestLog.
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    // Routes parse with Valibot. Fastify would load its own compilers of schemas, which takes 0.1 seconds.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // A malformed URL never reaches a route or a hook.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply, siteUrl);
      sendProblem(reply, error.statusCode ?? 400, 'bad-request');
    },
  });
  const releases = new CurrentReleasesReader(store, server.log);
  const metrics = new Metrics();
  alerts?.attachTo(server);
  const signInProject = { supabaseUrl: supabaseUrl.replace(/\/+$/, ''), supabaseKey };
  const methods = options.readSignInMethods ? new SignInMethods(signInProject, server.log, now) : null;
  // The first document should have them, but the site also starts without its project.
  if (methods) server.addHook('onReady', () => methods.read());

  server.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply, siteUrl);
    done();
  });
  addRequestLog(server);
  if (options.allowedHosts) refuseForeignHosts(server, options.allowedHosts);
  addErrorResponses(server);
  // No script may read a cookie, and a cookie that was set over https is never sent over http.
  await server.register(cookie, { parseOptions: { path: '/', httpOnly: true, secure: 'auto' } });
  await server.register(rateLimit, { global: false });

  await addCredentialsRoute(server, {
    supabaseUrl,
    supabaseKey,
    allowedOrigins: options.allowedOrigins ?? [],
    requestsPerMinute: options.credentialsPerMinute ?? 600,
  });
  addAssetsRoute(server, { store, serveSourceMaps: options.serveSourceMaps ?? false });
  addRegistryRoutes(server, { store, releases, allowDevelopment: options.allowDevelopment ?? false });
  addMonitoringRoutes(server, metrics, releases);
  await addIconRoutes(server);
  await addStoreRoutes(server, { store, alerts, requestsPerMinute: options.storeRequestsPerMinute ?? 600 });
  await addPlatformRoutes(server, {
    store,
    releases,
    signInProject,
    alerts,
    team: options.platformTeam ?? [],
    requestsPerMinute: options.platformRequestsPerMinute ?? 240,
    now,
  });
  const previewsPerMinute = options.previewsPerMinute ?? 60;
  await addPreviewRoutes(server, { store, now, signInProject, releases, requestsPerMinute: previewsPerMinute });
  const { giveTicket } = await addReportsRoute(server, {
    store,
    now,
    metrics,
    alerts,
    selfQuarantine: options.selfQuarantine ?? true,
    reportsEvery: options.reportsEvery ?? 5_000,
    requestsPerMinute: options.reportsPerMinute ?? 600,
  });
  // Each check asks the store. Documents that show a preview are reloaded more often than previews begin.
  const countCheck = server.createRateLimit({ max: 10 * previewsPerMinute, timeWindow: 60_000 });
  const mayCheck = async (request: FastifyRequest) => {
    const counted = await countCheck(request);
    return counted.isAllowed || !counted.isExceeded;
  };
  const previews = { store, now, mayCheck, script: await addPreviewTabScript(server) };
  const prerenderedPageScript = await readPrerenderedPageScript();
  addDocumentRoute(server, { store, prerenderedPageScript, supabaseUrl, apiBaseUrl, siteUrl, hasReleaseBroadcast, telemetry, releases, metrics, previews, giveTicket, signInMethods: () => methods?.current() ?? [] });
  return server;
}
