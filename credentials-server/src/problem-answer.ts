import type { FastifyReply } from 'fastify';
import { messages, type ProblemCode } from './messages.ts';

/** Answers with a problem as JSON: never HTML, so that a program that asks for data does not get a page. */
export function sendProblem(reply: FastifyReply, status: number, code: ProblemCode): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: { code, message: messages.problems[code] } }));
}
