import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const running: Server[] = [];

afterEach(() => {
  for (const server of running.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** An unsigned access token with these claims. The service decides whether it is valid. */
export function accessToken(claims: Readonly<Record<string, unknown>> = { sub: 'ada', aal: 'aal1' }): string {
  const part = (data: unknown): string => Buffer.from(JSON.stringify(data)).toString('base64url');
  return `${part({ alg: 'ES256' })}.${part(claims)}.c2lnbmF0dXJl`;
}

/** The service's response to a token. */
export type ServiceResponse = { readonly status: number; readonly body: string };

/** The service's response for a valid token of Ada. */
export const adaResponse: ServiceResponse = { status: 200, body: JSON.stringify({ id: 'ada', email: 'ada@example.com' }) };

/** The database's response with the address that Ada confirmed by a mailed link. */
const ADA_CONFIRMED: ServiceResponse = { status: 200, body: JSON.stringify('ada@example.com') };

/** Runs an auth service until the test ends. Returns its address and the requests it got. */
export async function authService(respondTo: (token: string) => ServiceResponse | null, confirmed: ServiceResponse | null = ADA_CONFIRMED): Promise<{ supabaseUrl: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''} ${String(request.headers['apikey'])}`);
    const given = request.url === '/rest/v1/rpc/account_confirmed_address' ? confirmed : respondTo((request.headers.authorization ?? '').replace('Bearer ', ''));
    if (given === null) response.destroy();
    else response.writeHead(given.status, { 'content-type': 'application/json' }).end(given.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.push(server);
  return { supabaseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
