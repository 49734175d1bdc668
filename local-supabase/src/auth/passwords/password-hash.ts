import bcrypt from 'bcryptjs';

/** GoTrue's cost. One hash takes some tens of milliseconds; hold no database lock meanwhile. */
const cost = 10;

/** A bcrypt hash, as GoTrue stores it in `auth.users.encrypted_password`. */
export function hashPassword(password: string): Promise<string> {
  return bcrypt.hash(password, cost);
}

/** Whether a password fits a stored hash. Somebody without a password fits none. */
export async function passwordFits(password: string, hash: string | null): Promise<boolean> {
  return hash !== null && hash !== '' && bcrypt.compare(password, hash);
}
