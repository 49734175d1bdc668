import { CONTRIBUTIONS_PATH, type ShellRelease } from '@atrium/releases/wire';
import { DEVELOPMENT_LIST_FILE, fileListSchema, releaseKey } from '@atrium/releases/model';
import { contributionListing, developmentShell, releaseDetails, releaseListing, type LiveSite } from '@atrium/releases/resolve';
import type { ReleaseStore } from '@atrium/releases/stores';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { sendProblem, sendUnavailable } from '../http/errors.ts';
import { representJson, sendRepresentation, type Representation } from '../http/representation.ts';
import type { CurrentReleasesReader } from '../site/current-releases.ts';
import { siteForTab } from '../site/site-for-visitor.ts';

/** Cached responses about single releases: more than the live and previous releases of a big site. */
const MAX_CACHED_RELEASES = 500;

/** What the registry routes need. */
interface RegistryOptions {
  readonly store: ReleaseStore;
  readonly releases: CurrentReleasesReader;
  /** Whether development servers may get the shell's development build. */
  readonly allowDevelopment: boolean;
}

interface ReleaseAddress {
  Params: { name: string; release: string };
}

/** Adds the routes that tell open tabs, and development servers, what is live and how to load it. */
export function addRegistryRoutes(server: FastifyInstance, { store, releases, allowDevelopment }: RegistryOptions): void {
  const config = { routeClass: 'registry' } as const;
  const listings = new WeakMap<LiveSite, Promise<Representation>>();
  const contributions = new WeakMap<LiveSite, Promise<Representation>>();
  let development: { readonly release: string; readonly representation: Representation } | null = null;
  const releaseRepresentations = new Map<string, Promise<Representation>>();

  function cachedRepresentation(representations: WeakMap<LiveSite, Promise<Representation>>, site: LiveSite, make: (site: LiveSite) => object): Promise<Representation> {
    const cached = representations.get(site);
    if (cached !== undefined) return cached;
    const made = representJson(make(site));
    representations.set(site, made);
    return made;
  }

  async function representRelease(name: string, release: string): Promise<Representation | null> {
    const key = releaseKey(name, release);
    const cached = releaseRepresentations.get(key);
    if (cached !== undefined) return cached;
    const reading = await store.readManifest(name, release);
    const details = reading.status === 'ok' ? releaseDetails(reading.manifest) : null;
    if (details === null) return null;
    const made = representJson(details);
    const [oldest] = releaseRepresentations.keys();
    if (oldest !== undefined && releaseRepresentations.size >= MAX_CACHED_RELEASES) releaseRepresentations.delete(oldest);
    releaseRepresentations.set(key, made);
    return made;
  }

  // The listing of what is live for a visitor. Open tabs poll it and mostly get a 304.
  server.route({
    method: ['GET', 'HEAD'],
    url: '/__atrium/registry',
    config,
    handler: async (request, reply) => {
      const { site } = await releases.read();
      if (site === null) return sendUnavailable(reply, 'unavailable');
      reply.header('cache-control', 'private, no-cache');
      return sendRepresentation(request, reply, await cachedRepresentation(listings, siteForTab(site, request), releaseListing));
    },
  });

  // What page modules contribute to pages of others and to the command palette, for tabs that show a slot or the palette.
  server.route({
    method: ['GET', 'HEAD'],
    url: CONTRIBUTIONS_PATH,
    config,
    handler: async (request, reply) => {
      const { site } = await releases.read();
      if (site === null) return sendUnavailable(reply, 'unavailable');
      reply.header('cache-control', 'private, no-cache');
      return sendRepresentation(request, reply, await cachedRepresentation(contributions, siteForTab(site, request), contributionListing));
    },
  });

  // What it takes to load one release of the auth remote or a page module. It covers every stored release, because a tab
  // may be older than the registry. The response never changes, so browsers cache it.
  server.route<ReleaseAddress>({
    method: ['GET', 'HEAD'],
    url: '/__atrium/remotes/:name/:release',
    config,
    handler: async (request, reply) => {
      const { name, release } = request.params;
      const representation = await representRelease(name, release);
      if (representation === null) return sendProblem(reply, 404, 'not-found');
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      return sendRepresentation(request, reply, representation);
    },
  });

  // What it takes to load the live shell's development build, in the form of a shell release. Development servers put it
  // into their own documents.
  server.route({
    method: ['GET', 'HEAD'],
    url: '/__atrium/development',
    config,
    handler: async (request, reply) => {
      if (!allowDevelopment) return sendProblem(reply, 404, 'no-development');
      const { site } = await releases.read();
      if (site === null) return sendUnavailable(reply, 'unavailable');
      const { release } = site.shell;
      if (development?.release !== release) {
        const shell = await readDevelopmentShell(store, release);
        if (shell === null) return sendProblem(reply, 404, 'no-development-build');
        development = { release, representation: await representJson(shell) };
      }
      reply.header('cache-control', 'no-cache');
      return sendRepresentation(request, reply, development.representation);
    },
  });
}

/** The development build in a release of the shell; null if the release has none, or no usable one. */
async function readDevelopmentShell(store: ReleaseStore, release: string): Promise<ShellRelease | null> {
  const [reading, list] = await Promise.all([
    store.readManifest('shell', release),
    store.releaseFile('shell', release, DEVELOPMENT_LIST_FILE),
  ]);
  if (reading.status !== 'ok' || reading.manifest.kind !== 'shell' || list === null) return null;
  const initial = v.safeParse(v.pipe(v.string(), v.parseJson(), fileListSchema), list.content.toString('utf8'));
  return initial.success ? developmentShell(reading.manifest, initial.output) : null;
}
