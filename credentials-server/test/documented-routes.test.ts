import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { publishedSite } from './support/published-site.ts';
import { startSite } from './support/running-site.ts';

const PAGE = new URL('../../docs/explanation/code-structure.md', import.meta.url);

/** What fastify publishes when a server is created (https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks). */
const initializationSchema = v.object({ fastify: v.custom<FastifyInstance>((value) => typeof value === 'object' && value !== null) });

test('the table of routes in the documentation lists exactly the routes that the server registers', async () => {
  expect(routesIn(await readFile(PAGE, 'utf8'))).toEqual(await registeredRoutes());
});

function routesIn(page: string): readonly string[] {
  return [...page.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE|OPTIONS) \/[^`]*)`/g)].map(([, route = '']) => route).sort();
}

/** The routes of a site's server, without the HEAD of each GET. */
async function registeredRoutes(): Promise<readonly string[]> {
  const routes: string[] = [];
  const watch = (message: unknown) => {
    v.parse(initializationSchema, message).fastify.addHook('onRoute', ({ method, url }) => {
      routes.push(...[method].flat().filter((name) => name !== 'HEAD').map((name) => `${name} ${url}`));
    });
  };
  subscribe('fastify.initialization', watch);
  try {
    const { store } = await publishedSite([]);
    await startSite({ store });
  } finally {
    unsubscribe('fastify.initialization', watch);
  }
  return routes.sort();
}
