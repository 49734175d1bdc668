import * as v from 'valibot';

const rowsSchema = v.array(v.unknown());
const failureSchema = v.object({ code: v.literal('PGRST116'), details: v.literal('The result contains 0 rows') });

/** Sends a call of a function to the package, and corrects the response. */
export async function askForCall(request: Request, ask: (request: Request) => Promise<Response>): Promise<Response> {
  if (request.method === 'HEAD') {
    // The package reads no arguments from it.
    const read = await ask(new Request(request.url, { headers: request.headers }));
    return new Response(null, read);
  }
  const response = await ask(request);
  if (response.ok) return (await refuseMore(request, response)) ?? response;
  // A function that returns one row may return none. The package takes that for a client that wants exactly one.
  const isOneWanted = request.headers.get('accept')?.includes('vnd.pgrst.object') === true;
  if (response.status !== 406 || isOneWanted || !v.is(failureSchema, await response.clone().json())) return response;
  return new Response('null', { headers: { 'content-type': 'application/json; charset=utf-8', 'content-range': '0-0/*' } });
}

/**
 * The refusal of a call that returns more rows than `max-affected` allows (https://docs.postgrest.org/en/v14/references/api/preferences.html#max-affected).
 * The transaction is then rolled back, as for every error.
 */
async function refuseMore(request: Request, response: Response): Promise<Response | null> {
  const prefer = request.headers.get('prefer') ?? '';
  const [, limit] = (/handling=strict/.test(prefer) && /max-affected=(\d+)/.exec(prefer)) || [];
  if (limit === undefined) return null;
  const text = await response.clone().text();
  const rows = v.safeParse(rowsSchema, text === '' ? null : JSON.parse(text));
  if (!rows.success) {
    return Response.json(
      { code: 'PGRST128', details: null, hint: null, message: 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict' },
      { status: 400 },
    );
  }
  if (rows.output.length <= Number(limit)) return null;
  return Response.json(
    { code: 'PGRST124', details: `The query affects ${String(rows.output.length)} rows`, hint: null, message: 'Query result exceeds max-affected preference constraint' },
    { status: 400 },
  );
}
