import * as v from 'valibot';
import { askForCall } from './function-calls.ts';
import type { ExactNumbers } from './json-text.ts';

/** What a change needs of the package. */
interface ChangeServices {
  ask: (request: Request) => Promise<Response>;
  /** The columns of a table's primary key. */
  primaryKeyOf: (schema: string, table: string) => Promise<string[]>;
  /** Restores the numbers in the package's responses. */
  numbers: ExactNumbers;
}

const PLAIN_COLUMNS_PATTERN = /^[\w\s,"*]*$/;
const rowsSchema = v.array(v.record(v.string(), v.unknown()));

/**
 * Sends a request to the package and corrects its responses to changes. When a response has more than columns (embeds, aliases, casts),
 * the package reads the changed rows again with the filters of the change, which they may no longer match, and returns
 * a list to a client that asked for one object.
 */
export async function askForChange(request: Request, services: ChangeServices): Promise<Response> {
  const { ask } = services;
  const { pathname, searchParams } = new URL(request.url);
  if (pathname.startsWith('/rest/v1/rpc/')) return askForCall(request, ask);
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return ask(request);
  const isPlain = PLAIN_COLUMNS_PATTERN.test(searchParams.get('select') ?? '') || !request.headers.get('prefer')?.includes('return=representation');
  if (isPlain) return ask(request);
  const response = request.method === 'PATCH' ? await update(request, services) : await ask(request);
  return request.headers.get('accept')?.includes('application/vnd.pgrst.object+json') ? asOneObject(response) : response;
}

/** Updates rows, and then reads them by their primary keys. */
async function update(request: Request, { ask, primaryKeyOf, numbers }: ChangeServices): Promise<Response> {
  const profile = request.headers.get('content-profile');
  const key = await primaryKeyOf(profile ?? 'public', decodeURIComponent(request.url.replace(/^.*\/|\?.*$/g, '')));
  if (key.length === 0) return ask(request);

  const changing = new URL(request.url);
  const reading = new URL(request.url);
  for (const name of new Set(changing.searchParams.keys())) {
    const isOfEmbed = /^(?!not\.)[^.]+\./.test(name);
    if (isOfEmbed) changing.searchParams.delete(name);
    else if (name !== 'select' && name !== 'order') reading.searchParams.delete(name);
  }
  changing.searchParams.set('select', key.join(','));
  if (!changing.searchParams.has('limit')) changing.searchParams.delete('order');

  const headers = new Headers(request.headers);
  headers.set('accept', 'application/json');
  const changed = await ask(new Request(new Request(changing, request), { headers }));
  if (!changed.ok) return changed;
  const rows = v.parse(rowsSchema, await changed.json());
  const conditions = rows.map((row) => `and(${key.map((column) => `${column}.eq.${quotedValue(numbers.restore(String(row[column])))}`).join(',')})`);
  if (rows.length === 0) reading.searchParams.set('limit', '0');
  else reading.searchParams.append('or', `(${conditions.join(',')})`);

  headers.delete('content-type');
  headers.set('prefer', /\bcount=\w+/.exec(request.headers.get('prefer') ?? '')?.[0] ?? '');
  if (profile !== null) headers.set('accept-profile', profile);
  const accept = request.headers.get('accept') ?? '*/*';
  headers.set('accept', accept.includes('vnd.pgrst.object') ? 'application/json' : accept);
  const read = await ask(new Request(reading, { headers }));
  return read.ok ? new Response(read.body, { status: 200, headers: read.headers }) : read;
}

/** A quoted value of a PostgREST condition. */
const quotedValue = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

/** The only row of a response, as an object. PostgREST refuses any other number of rows. */
async function asOneObject(response: Response): Promise<Response> {
  if (!response.ok) return response;
  const text = await response.text();
  const rows = v.safeParse(rowsSchema, JSON.parse(text));
  if (!rows.success) return new Response(text, response);
  const [row] = rows.output;
  if (rows.output.length !== 1 || !row) {
    const details = `The result contains ${String(rows.output.length)} rows`;
    return Response.json({ code: 'PGRST116', details, hint: null, message: 'Cannot coerce the result to a single JSON object' }, { status: 406 });
  }
  const headers = new Headers(response.headers);
  headers.set('content-type', 'application/vnd.pgrst.object+json; charset=utf-8');
  headers.delete('content-length');
  return new Response(JSON.stringify(row), { status: response.status, headers });
}
