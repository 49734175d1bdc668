/** Whether a key of the browser's storage is one of a session, as supabase-js builds it from the first part of the host name (specification 9.2). */
export function isSessionKey(key: string): boolean {
  return /^sb-.+-auth-token$/.test(key);
}
