import { invalid } from '../auth-error.ts';

/** Checks an address and puts it in the form in which it is stored. @throws AuthError `validation_failed` */
export function readEmail(address: string): string {
  if (address === '') throw invalid('An email address is required');
  if (address.length > 255) throw invalid('An email address is too long');
  if (!/^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/.test(address)) {
    throw invalid('Unable to validate email address: invalid format');
  }
  return address.toLowerCase();
}
