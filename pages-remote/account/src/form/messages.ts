import { defineMessages } from '@atrium/page-kit/messages';

/** Texts that several forms share. */
export const formText = defineMessages({
  name: 'Name',
  nameHint: 'Shown on your boards and notes.',
  email: 'Email',
  password: 'Password',
  problem: 'Check these fields',
  retryIn: 'You can try again in {seconds} s.',
  logIn: 'Log in',
  createAccount: 'Create account',
  continueWith: 'Continue with {provider}',
  or: 'or',
  forgotPassword: 'Forgot your password?',
  nameMissing: 'Enter your name.',
  emailMissing: 'Enter your email address.',
  emailIncomplete: 'Enter a whole email address, such as ada@example.com.',
  passwordMissing: 'Enter a password.',
}, 'account.form');
