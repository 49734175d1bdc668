import { defineMessages } from '@atrium/page-kit/messages';

/** Every text of the sign-in that people can see. Lines that the specification fixes are marked with its section. */
export const text = defineMessages({
  // Section 8: what is shown when an action fails without a message of its own.
  'default.login': 'An error occurred during login',
  'default.logout': 'An error occurred during logout',
  'default.register': 'An error occurred during registration',
  'default.requestLoginCode': 'An error occurred while asking for a code',
  'default.loginWithCode': 'An error occurred during login',
  'default.resetPassword': 'An error occurred requesting password reset',
  'default.start': 'An error occurred while reading your session',
  'default.redeemLink': 'An error occurred while opening the link',
  'default.resendConfirmation': 'An error occurred requesting another confirmation mail',
  'default.updatePassword': 'An error occurred while saving the password',
  'default.updateEmail': 'An error occurred while asking for another address',
  'default.updateProfile': 'An error occurred while saving your profile',
  'default.deleteAccount': 'An error occurred while deleting your account',
  'default.readFactors': 'An error occurred while reading your second factors',
  'default.enroll': 'An error occurred while setting up the second factor',
  'default.challenge': 'An error occurred while asking for a code',
  'default.verify': 'An error occurred while checking the code',
  'default.renameFactor': 'An error occurred while renaming the second factor',
  'default.unenroll': 'An error occurred while removing the second factor',
  'default.loginWithPasskey': 'An error occurred during login',
  'default.readPasskeys': 'An error occurred while reading your passkeys',
  'default.addPasskey': 'An error occurred while adding the passkey',
  'default.renamePasskey': 'An error occurred while renaming the passkey',
  'default.removePasskey': 'An error occurred while removing the passkey',
  'default.loginWithProvider': 'An error occurred during login',
  'default.readProviders': 'An error occurred while reading your linked accounts',
  'default.linkProvider': 'An error occurred while linking the account',
  'default.unlinkProvider': 'An error occurred while unlinking the account',
  'default.readSessions': 'An error occurred while reading your sessions',
  'default.endSession': 'An error occurred while logging out the device',
  'default.readActivity': 'An error occurred while reading the activity of your account',
  // Section 7: the site's own server.
  'credentials.failed': 'Failed to fetch credentials',
  'credentials.missing': 'Missing Supabase credentials',
  'client.secretKey':
    'The site is set up with a secret key, which browsers must never get. Set SUPABASE_KEY to the publishable (anon) key and rotate the secret one.',
  'client.notLoaded': 'A part of the sign-in could not be loaded. Check your connection and try again.',
  'request.timeout': 'The server took too long to answer. Check your connection and try again.',
  'link.otherBrowser':
    'This link works only in the browser that asked for it. Open it there, or ask for a new link here.',
  'token.unverifiable': 'The token could not be checked. Check your connection and try again.',
}, 'auth');
