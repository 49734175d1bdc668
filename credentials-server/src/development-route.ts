import { developmentListFile, fileListSchema } from '@atrium/releases/files';
import type { ShellRelease } from '@atrium/releases/release-set';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { developmentShell } from '@atrium/releases/live-site';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { CurrentReleasesReader } from './current-releases.ts';
import { sendProblem } from './problem-answer.ts';
import { represent, sendRepresentation } from './representation.ts';

/** What the route of the development build needs. */
export interface DevelopmentOptions {
  readonly store: ReleaseStore;
  readonly releases: CurrentReleasesReader;
  /** Whether this site takes part in development; one that does not says so to whoever asks. */
  readonly allowed: boolean;
}

/**
 * Serves what it takes to load the development build of the live shell (design §6, Fast Refresh), in the form of a
 * shell's release. Only development servers ask for it, each for its own document.
 */
export function addDevelopmentRoute(server: FastifyInstance, { store, releases, allowed }: DevelopmentOptions): void {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/__atrium/development',
    config: { routeClass: 'registry' },
    handler: async (request, reply) => {
      if (!allowed) return sendProblem(reply, 404, 'no-development');
      const { site } = await releases.read();
      if (site === null) return sendProblem(reply.header('retry-after', '5'), 503, 'unavailable');
      const shell = await developmentBuild(store, site.shell.release);
      if (shell === null) return sendProblem(reply, 404, 'no-development-build');
      reply.header('cache-control', 'no-cache');
      return sendRepresentation(request, reply, await represent('application/json; charset=utf-8', JSON.stringify(shell)));
    },
  });
}

/** The development build in a release of the shell; null for a release that has none, or no usable one. */
async function developmentBuild(store: ReleaseStore, release: string): Promise<ShellRelease | null> {
  const [reading, list] = await Promise.all([
    store.readManifest('shell', release),
    store.releaseFile('shell', release, developmentListFile),
  ]);
  if (reading.status !== 'ok' || reading.manifest.kind !== 'shell' || list === null) return null;
  const initial = v.safeParse(v.pipe(v.string(), v.parseJson(), fileListSchema), list.content.toString('utf8'));
  return initial.success ? developmentShell(reading.manifest, initial.output) : null;
}
