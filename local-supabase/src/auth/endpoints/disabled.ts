import { AuthError, invalid } from '../auth-error.ts';
import type { Endpoint } from '../call.ts';

/** An endpoint of a feature that this backend lacks. It answers as on a project that has the feature switched off. */
function disabled(method: Endpoint['method'], path: string, error: () => AuthError, withoutKey = false): Endpoint {
  return {
    method,
    path,
    withoutKey,
    handle() {
      throw error();
    },
  };
}

const manualLinkingDisabled = () => new AuthError('Manual linking is disabled', { status: 404, code: 'manual_linking_disabled' });

/** Sign-in with other providers, single sign-on and manual linking of identities: switched off. */
export const disabledEndpoints: readonly Endpoint[] = [
  // A browser opens this address, without a key.
  disabled('GET', '/authorize', () => invalid('Unsupported provider: provider is not enabled'), true),
  disabled('POST', '/sso', () => new AuthError('SAML 2.0 is disabled', { status: 404, code: 'saml_provider_disabled' })),
  disabled('GET', '/user/identities/authorize', manualLinkingDisabled),
  disabled('DELETE', '/user/identities/:identity', manualLinkingDisabled),
];
