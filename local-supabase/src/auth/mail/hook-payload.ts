import type { Call } from '../call.ts';
import { userJson } from '../users/user-json.ts';
import { actionTypes, type Mailing } from './mailing.ts';
import { redirectAddress } from './redirect-address.ts';

/** GoTrue's payload, in which the hashes of a change of address have each other's names. */
export function hookPayload(call: Call, { kind, user, letters: [letter, toCurrent] }: Mailing): object {
  return {
    user: userJson(user),
    email_data: {
      token: (toCurrent ?? letter).otp,
      token_hash: letter.hash,
      redirect_to: redirectAddress(call),
      email_action_type: actionTypes[kind],
      site_url: `${call.auth.settings.externalUrl ?? call.auth.apiUrl()}/auth/v1`,
      token_new: toCurrent ? letter.otp : '',
      token_hash_new: toCurrent?.hash ?? '',
      old_email: '',
      old_phone: '',
      provider: '',
      factor_type: '',
    },
  };
}
