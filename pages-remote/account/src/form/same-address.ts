/** Whether two typed email addresses are one to the auth service, which keeps them in lower case. */
export function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
