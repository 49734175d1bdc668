import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { reportFailure } from '../../errors/report-failure.ts';
import { bearerToken } from '../../http/gateway.ts';
import { refusedRequest } from '../../http/refused-requests.ts';
import { AuthError } from '../auth-error.ts';
import type { AuthServices, Call, Endpoint } from '../call.ts';
import { adminCreateUser, adminDeleteFactor, adminDeleteUser, adminGetUser, adminListFactors, adminListUsers, adminRotateSigningKey, adminUpdateUser, invite } from './admin.ts';
import { factorChallenge, factorEnroll, factorUnenroll, factorVerify } from './factors.ts';
import { adminGenerateLink } from './generate-link.ts';
import { otp, reauthenticate, recover, resend } from './mail-requests.ts';
import { passkeyEndpoints } from './passkeys.ts';
import { health, jwks, settings, singleSignOn } from './project.ts';
import { providerEndpoints } from './providers.ts';
import { recoveryCodeEndpoints } from './recovery-codes.ts';
import { signup } from './signup.ts';
import { logout, token } from './token.ts';
import { userGet, userUpdate } from './user.ts';
import { verifyGet, verifyPost } from './verify.ts';

const endpoints: readonly Endpoint[] = [
  adminCreateUser,
  adminDeleteFactor,
  adminDeleteUser,
  adminGenerateLink,
  adminGetUser,
  adminListFactors,
  adminRotateSigningKey,
  adminListUsers,
  adminUpdateUser,
  factorChallenge,
  factorEnroll,
  factorUnenroll,
  factorVerify,
  health,
  invite,
  jwks,
  logout,
  otp,
  ...passkeyEndpoints,
  ...providerEndpoints,
  reauthenticate,
  recover,
  ...recoveryCodeEndpoints,
  resend,
  settings,
  signup,
  singleSignOn,
  token,
  userGet,
  userUpdate,
  verifyGet,
  verifyPost,
];

/** Since this API version, GoTrue puts the name of an error into `code`. Older clients get the status there and the name in `error_code`. */
const NAMED_ERRORS_VERSION = '2024-01-01';

/** Registers `/auth/v1`. */
export function registerAuth(server: FastifyInstance, auth: AuthServices): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body);
  });
  server.setErrorHandler(sendError);
  server.setNotFoundHandler(({ method, url }) => {
    // supabase-js parses every error as JSON. GoTrue responds with plain text here, which the client cannot read.
    const [path] = url.split('?');
    throw new AuthError(`local-supabase does not have ${method} ${String(path)}`, { status: 404, code: 'unknown' });
  });
  for (const endpoint of endpoints) {
    server.route({
      method: endpoint.method,
      // HEAD must not redeem the token of a link.
      exposeHeadRoute: false,
      url: endpoint.path,
      config: { withoutKey: endpoint.withoutKey ?? false, ownCors: endpoint.isPage ?? false },
      handler: async (request, reply) => {
        const { status = 200, body, headers = {} } = await endpoint.handle(toCall(auth, request));
        await reply.code(status).headers(headers).send(body);
      },
    });
  }
}

const parametersSchema = v.record(v.string(), v.string());

function toCall(auth: AuthServices, request: FastifyRequest): Call {
  return {
    auth,
    query: new URL(request.url, 'http://localhost').searchParams,
    parameters: v.parse(parametersSchema, request.params),
    text: typeof request.body === 'string' ? request.body : '',
    bearer: bearerToken(request),
    keyRole: request.keyRole,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    referrer: request.headers.referer,
  };
}

function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  const http = v.safeParse(refusedRequest, error);
  if (http.success) {
    const code = http.output.statusCode === 413 ? 'request_entity_too_large' : 'validation_failed';
    return new AuthError(http.output.message, { status: http.output.statusCode, code, cause: error });
  }
  reportFailure(error);
  return new AuthError('Unexpected failure, please check server logs for more information', {
    status: 500,
    code: 'unexpected_failure',
    cause: error,
  });
}

async function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { status, code, message, weakPassword, retryAfter } = toAuthError(error);
  const version = request.headers['x-supabase-api-version'];
  const isNamed = typeof version === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= NAMED_ERRORS_VERSION;
  if (isNamed) reply.header('x-supabase-api-version', NAMED_ERRORS_VERSION);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  await reply
    .code(status)
    .header('x-sb-error-code', code)
    .send({
      ...(isNamed ? { code, message } : { code: status, error_code: code, msg: message }),
      ...(weakPassword ? { weak_password: { reasons: weakPassword } } : {}),
    });
}
