import bcrypt from 'bcryptjs';

/**
 * A bcrypt hash, as GoTrue stores it in `auth.users.encrypted_password`. At the default cost, a hash takes some tens of
 * milliseconds: hold no database lock meanwhile.
 * @param cost binary logarithm of the rounds (`AuthSettings.passwordCost`)
 */
export function hashPassword(password: string, cost: number): Promise<string> {
  return bcrypt.hash(password, cost);
}

/** Whether a password fits a stored hash. Somebody without a password fits none. */
export async function passwordFits(password: string, hash: string | null): Promise<boolean> {
  return hash !== null && hash !== '' && bcrypt.compare(password, hash);
}
