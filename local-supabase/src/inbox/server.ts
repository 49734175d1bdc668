import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { newServer } from '../http/new-server.ts';
import type { Message, MessageStore } from './messages.ts';
import { INBOX_CSS, INBOX_SCRIPT } from './assets.ts';
import { codesIn, framedMail, linksIn, listPage, messagePage, missingPage } from './page.ts';

const PAGE_CSP =
  "default-src 'none'; style-src 'self'; script-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
// A mail has inline styles. It must not run scripts, load resources or send forms. Its links open in new tabs, which are not sandboxed.
const MAIL_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox";

const recipientQuery = v.object({ to: v.optional(v.string()) });
const idParameter = v.object({ id: v.string() });

/** Refuses foreign host names that resolve to this machine (DNS rebinding). */
function isLocal(request: FastifyRequest): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(request.hostname);
}

function messageJson(message: Message): Message & { links: string[]; codes: string[] } {
  return { ...message, links: linksIn(message.text), codes: codesIn(message.text) };
}

/** The inbox: a page for people, and JSON for tests (`GET /api/messages?to=`, `GET /api/messages/:id`, `DELETE /api/messages`). */
export function createInboxServer(messages: MessageStore): FastifyInstance {
  const server = newServer();
  server.addHook('onRequest', async (request, reply) => {
    if (!isLocal(request)) {
      await reply.code(403).type('text/plain').send('The inbox is available on localhost only.\n');
      return;
    }
    reply.headers({
      'cache-control': 'no-store',
      'content-security-policy': PAGE_CSP,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  server.get('/api/messages', async (request) => {
    const { to } = v.parse(recipientQuery, request.query);
    return { messages: (await messages.list(to)).map(messageJson) };
  });
  server.get('/api/messages/:id', async (request, reply) => {
    const message = await messages.find(v.parse(idParameter, request.params).id);
    if (!message) return reply.code(404).send({ message: 'There is no such message.' });
    return messageJson(message);
  });
  server.delete('/api/messages', async (request, reply) => {
    await messages.clear(v.parse(recipientQuery, request.query).to);
    return reply.code(204).send();
  });

  server.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(listPage(await messages.list())));
  server.get('/inbox.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(INBOX_CSS));
  server.get('/inbox.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(INBOX_SCRIPT));
  server.get('/messages/:id', async (request, reply) => {
    const message = await messages.find(v.parse(idParameter, request.params).id);
    return reply
      .code(message ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(message ? messagePage(message, await messages.list()) : missingPage());
  });
  server.get('/messages/:id/html', async (request, reply) => {
    const message = await messages.find(v.parse(idParameter, request.params).id);
    if (!message || message.html === null) return reply.code(404).type('text/html; charset=utf-8').send(missingPage());
    return reply.header('content-security-policy', MAIL_CSP).type('text/html; charset=utf-8').send(framedMail(message.html));
  });
  return server;
}
