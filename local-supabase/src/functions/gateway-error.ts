import type { FastifyReply } from 'fastify';

/** What goes wrong outside a function's own code, as a hosted project says it (supabase.com/docs/guides/functions/error-codes, status-codes). */
const GATEWAY_FAILURES = {
  NOT_FOUND: { status: 404, message: 'Requested function was not found' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method not allowed' },
  UNAUTHORIZED_NO_AUTH_HEADER: { status: 401, message: 'Missing authorization header' },
  UNAUTHORIZED_INVALID_JWT_FORMAT: { status: 401, message: 'Invalid JWT format' },
  UNAUTHORIZED_LEGACY_JWT: { status: 401, message: 'Invalid JWT' },
  UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM: { status: 401, message: 'Unsupported JWT algorithm' },
  BOOT_ERROR: { status: 503, message: 'Function failed to start (please check logs)' },
  WORKER_ERROR: { status: 500, message: 'Function exited due to an error (please check logs)' },
  WORKER_RESOURCE_LIMIT: { status: 546, message: 'Function failed due to not having enough compute resources (please check logs)' },
  IDLE_TIMEOUT: { status: 504, message: 'Request idle timeout limit reached' },
} as const;

/** The name of a failure: it is in the body, and in the header `sb-error-code`. */
export type GatewayCode = keyof typeof GATEWAY_FAILURES;

/** A call that a function did not answer. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: GatewayCode;

  /** @param detail what is said beyond the usual message */
  constructor(code: GatewayCode, { detail, cause }: { detail?: string; cause?: unknown } = {}) {
    super(`${GATEWAY_FAILURES[code].message}${detail ?? ''}`, { cause });
    this.code = code;
  }

  get status(): number {
    return GATEWAY_FAILURES[this.code].status;
  }
}

/** Answers with a failure. Pages of any origin may read it, whatever the function lets them read of its own answers. */
export async function sendGatewayError(reply: FastifyReply, { code, status, message }: GatewayError): Promise<void> {
  await reply
    .code(status)
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', 'sb-error-code')
    .header('sb-error-code', code)
    .send({ code, message });
}
