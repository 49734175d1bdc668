/** Answers a browser that asks whether it may call (Fetch standard, "CORS-preflight request"): any page may, as on a hosted project. */
export function preflight(request: Request): Response | null {
  if (request.method !== 'OPTIONS' || !request.headers.has('access-control-request-method')) return null;
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '3600',
    },
  });
}

/** Lets a page of any origin read an answer. */
export function readable(response: Response): Response {
  if (response.type === 'error') return response;
  response.headers.set('access-control-allow-origin', '*');
  response.headers.set('access-control-expose-headers', 'Content-Range, Retry-After, X-Supabase-Api-Version');
  return response;
}
