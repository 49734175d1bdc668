/** The services of a backend. */
export type Service = 'auth' | 'rest' | 'storage' | 'functions';

/** A request that reached the fake backend. */
export interface ReceivedRequest {
  /** The service that got the request. */
  readonly service: Service;
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Path below the service, such as `/orders_orders`. */
  readonly path: string;
  /** The query of the URL, with filters as supabase-js writes them. */
  readonly query: URLSearchParams;
  /** The headers, including the token of the user. */
  readonly headers: Headers;
  /** Parsed JSON, or other text; null without a body, and for a file. */
  readonly body: unknown;
}

const SERVICE_PATH = /^\/(auth|rest|storage|functions)\/v1(\/.*)?$/;

/** The service of a URL, and the path below it; null for other URLs. */
export function readServicePath(url: URL): { readonly service: Service; readonly path: string } | null {
  const [, service, path = ''] = SERVICE_PATH.exec(url.pathname) ?? [];
  return service === 'auth' || service === 'rest' || service === 'storage' || service === 'functions' ? { service, path } : null;
}

/** Reads a request without consuming its body. */
export async function readRequest(request: Request, url: URL, target: { readonly service: Service; readonly path: string }): Promise<ReceivedRequest> {
  return { ...target, method: request.method, query: url.searchParams, headers: request.headers, body: await readBody(request.clone()) };
}

async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/json|^text\//.test(type)) return null;
  const content = await request.text();
  if (content === '') return null;
  try {
    return JSON.parse(content);
  } catch {
    // Not JSON: keep the text.
    return content;
  }
}

/** The fake backend does not support a request that the real one may support. The test cannot rely on the response. */
export class NotFakedError extends Error {
  override readonly name = 'NotFakedError';
}
