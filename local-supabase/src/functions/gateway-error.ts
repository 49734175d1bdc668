import type { FastifyReply } from 'fastify';

/** The errors of a hosted project's gateway (supabase.com/docs/guides/functions/error-codes, status-codes). */
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

/** An error code, which is in the body and in the header `sb-error-code`. */
export type GatewayCode = keyof typeof GATEWAY_FAILURES;

/** A call that failed outside the function's own code. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: GatewayCode;

  /** @param detail is appended to the message */
  constructor(code: GatewayCode, { detail, cause }: { detail?: string; cause?: unknown } = {}) {
    super(`${GATEWAY_FAILURES[code].message}${detail ?? ''}`, { cause });
    this.code = code;
  }

  get status(): number {
    return GATEWAY_FAILURES[this.code].status;
  }
}

/** Sends an error. Pages of any origin may read it, independent of the function's own CORS headers. */
export async function sendGatewayError(reply: FastifyReply, { code, status, message }: GatewayError): Promise<void> {
  await reply
    .code(status)
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', 'sb-error-code')
    .header('sb-error-code', code)
    .send({ code, message });
}
