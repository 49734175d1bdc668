import { createClient } from '@supabase/supabase-js';
import * as v from 'valibot';

export interface StoredNote {
  id: string;
  title: string;
  body: string;
  created_at: string;
  updated_at: string;
}

/** Answer that a test puts in the place of the next one; `act` does what was asked for all the same. */
type Fault = (act: () => Promise<Response>) => Response | Promise<Response>;

const bodySchema = v.object({
  id: v.optional(v.string()),
  title: v.string(),
  body: v.string(),
  created_at: v.optional(v.string()),
});

/**
 * The table `workspace_notes` as PostgREST serves it to the page, for the queries that the page sends; supabase-js in
 * front of it is the real one.
 */
export class FakeNotesService {
  readonly client = createClient('http://backend.test', 'sb_publishable_test', {
    auth: { storageKey: crypto.randomUUID(), persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: (input, init) => this.#answer(new Request(input, init)) },
  });
  readonly rows = new Map<string, StoredNote>();
  /** Method and query of each request. */
  readonly requests: string[] = [];
  readonly #faults: Fault[] = [];
  #clock = Date.parse('2026-03-01T12:00:00Z');

  /** Stores a note as another tab would. */
  put({ id = crypto.randomUUID(), title, body = '', created_at }: Partial<StoredNote> & { readonly title: string }): StoredNote {
    const now = this.#now();
    const row = { id, title, body, created_at: this.rows.get(id)?.created_at ?? created_at ?? now, updated_at: now };
    this.rows.set(id, row);
    return row;
  }

  /** Answers the next request, or the ones after it, in another way. */
  failNext(...faults: Fault[]): void {
    this.#faults.push(...faults);
  }

  async #answer(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    this.requests.push(`${request.method} ${searchParams.toString()}`);
    const fault = this.#faults.shift();
    return fault ? fault(() => this.#act(request, searchParams)) : this.#act(request, searchParams);
  }

  async #act(request: Request, searchParams: URLSearchParams): Promise<Response> {
    switch (request.method) {
      case 'GET':
        return json(this.#select(searchParams));
      case 'POST':
        return this.#insert(v.parse(bodySchema, await request.json()));
      case 'PATCH': {
        const text = v.parse(bodySchema, await request.json());
        return json(this.#select(searchParams).map((row) => this.put({ id: row.id, title: text.title, body: text.body })));
      }
      default:
        for (const { id } of this.#select(searchParams)) this.rows.delete(id);
        return new Response(null, { status: 204 });
    }
  }

  #insert({ id, title, body, created_at }: v.InferOutput<typeof bodySchema>): Response {
    if (id !== undefined && this.rows.has(id)) return refusal(409, '23505');
    return json([this.put({ ...(id !== undefined && { id }), title, body, ...(created_at !== undefined && { created_at }) })], 201);
  }

  #select(query: URLSearchParams): StoredNote[] {
    return [...this.rows.values()]
      .filter((row) => matches(row.id, query.getAll('id')) && matches(row.updated_at, query.getAll('updated_at')))
      .filter((row) => matches(row.created_at, query.getAll('created_at')))
      .sort((one, other) => other.created_at.localeCompare(one.created_at) || other.id.localeCompare(one.id))
      .slice(0, Number(query.get('limit') ?? Infinity));
  }

  #now(): string {
    this.#clock += 1000;
    return new Date(this.#clock).toISOString().replace('Z', '000+00:00');
  }
}

/** An answer of the rest service that refuses the request. */
export function refusal(status: number, code: string): Response {
  return json({ code, message: 'refused', details: null, hint: null }, status);
}

function matches(value: string, filters: readonly string[]): boolean {
  return filters.every((filter) => {
    const [, operator, operand = ''] = /^(not\.in|eq|lte)\.(.*)$/.exec(filter) ?? [];
    if (operator === 'eq') return value === operand;
    if (operator === 'lte') return value <= operand;
    if (operator === 'not.in') return !operand.slice(1, -1).split(',').includes(value);
    throw new Error(`The fake service does not know the filter ${filter}.`);
  });
}

function json(body: unknown, status = 200): Response {
  return Response.json(body, { status });
}
