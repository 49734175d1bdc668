import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import { PLATFORM_MEMBER_PATH } from '@atrium/releases/wire';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { requestWithSession } from './session-request.ts';

const memberSchema = v.object({ isMember: v.boolean() });

const memberships = new WeakMap<AuthHandle, Map<string, Promise<boolean>>>();

/**
 * Whether the user belongs to the platform team and has entered a second factor; null until that is known. This decides what is
 * offered; the server checks each request.
 */
export function useIsPlatformMember(auth: AuthHandle | null): boolean | null {
  const [isMember, setMember] = useState<boolean | null>(auth ? null : false);
  useEffect(() => {
    if (!auth) return;
    let latest: Promise<boolean> | null = null;
    const renew = () => {
      const membership = isPlatformMember(auth);
      latest = membership;
      // The response for the previous user can arrive last.
      void membership.then((isNow) => latest === membership && setMember(isNow));
    };
    renew();
    // Another user may sign in.
    const stop = auth.subscribe(renew);
    return () => {
      latest = null;
      stop();
    };
  }, [auth]);
  return isMember;
}

/** Asks the server once for each user. A failed request counts as no, and is repeated at the next call. */
function isPlatformMember(auth: AuthHandle): Promise<boolean> {
  const { user, assurance } = auth.getAuth();
  // The server requires the second factor too, so other users cause no request.
  if (!user || assurance.currentLevel !== 'aal2') return Promise.resolve(false);
  const known = memberships.get(auth) ?? new Map<string, Promise<boolean>>();
  memberships.set(auth, known);
  const membership = known.get(user.id) ?? ask(auth, () => known.delete(user.id));
  known.set(user.id, membership);
  return membership;
}

async function ask(auth: AuthHandle, onFailure: () => void): Promise<boolean> {
  const outcome = await requestWithSession<{ readonly isMember: boolean }, null>(auth, {
    address: PLATFORM_MEMBER_PATH,
    schema: memberSchema,
    parseRefusal: () => null,
    refusalOf: () => null,
  });
  if (!outcome.ok) onFailure();
  return outcome.ok && outcome.value.isMember;
}
