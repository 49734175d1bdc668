import { defineMessages } from '@atrium/page-kit/messages';

/** Texts that several forms have in common. */
export const formText = defineMessages({
  name: 'Name',
  email: 'Email',
  password: 'Password',
  problem: 'There is a problem',
  retryIn: 'You can try again in {seconds} s.',
  logIn: 'Log in',
  createAccount: 'Create account',
  forgotPassword: 'Forgot your password?',
}, 'account.form');
