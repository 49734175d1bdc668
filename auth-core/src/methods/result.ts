/** Throws the error of a response of supabase-js. */
export function throwIfFailed({ error }: { readonly error: Error | null }): void {
  if (error !== null) throw error;
}

/** The data of a response of supabase-js, whose types do not rule out a response with neither data nor error. @throws the error of the response */
export function dataOf<Data>({ data, error }: { readonly data: Data; readonly error: Error | null }): NonNullable<Data> {
  if (error !== null) throw error;
  if (data === null || data === undefined) throw new Error('');
  return data;
}
