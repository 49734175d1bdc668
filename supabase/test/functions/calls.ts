import { FunctionsHttpError } from '@supabase/supabase-js';
import * as v from 'valibot';
import type { Client } from '../project.ts';

const refusalSchema = v.object({ code: v.string(), message: v.string() });

/** The result of a call: its data, or the status and code of the refusal. */
export type Outcome = { readonly data: unknown } | { readonly status: number; readonly code: string };

/** Calls a function like a page does. @throws errors that are not a response of the function */
export async function invoke(client: Client, name: string, body: object, headers: Record<string, string> = {}): Promise<Outcome> {
  const result = await client.functions.invoke<unknown>(name, { body, headers });
  if (result.error === null) return { data: result.data };
  if (!(result.error instanceof FunctionsHttpError)) throw result.error;
  const response = v.parse(v.instance(Response), result.error.context);
  const { code } = v.parse(refusalSchema, await response.json());
  return { status: response.status, code };
}
