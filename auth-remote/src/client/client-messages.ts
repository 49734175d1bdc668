import { defineMessages } from '@atrium/page-kit/messages';

/** Texts that nobody sees before supabase-js has arrived: they come with it, so that the first screen need not carry them. */
export const clientText = defineMessages({
  // What an authenticator app shows beside the codes.
  'mfa.issuer': 'Atrium',
  'guard.notPermittedHeading': 'This page is not for your account',
  'guard.notPermittedAdvice': 'You are signed in, but without the permission that it needs. Ask whoever runs the site for it, then log in anew.',
  'again.heading': 'Log in again',
  'again.revoked': 'Your session was ended: by a log-out everywhere, a new password, or a change of the account.',
  'again.advice': 'Log in as {email} to go on where you were. What you typed is still here.',
  'again.email': 'Email',
  'again.password': 'Password',
  'again.logIn': 'Log in',
  'again.wrongPassword': 'This password is not right. Check it for typing mistakes, then try again.',
  'again.banned': 'This account is blocked. Ask the people who run this site.',
  'again.network': 'There is no connection to the server. Check your internet, then try again.',
  'again.timeout': 'The server took too long to answer. Try again.',
  'again.failed': 'That did not work. Try again in a moment; nothing is lost.',
  'again.otherAccount': 'Use another account',
  'again.codeAdvice': 'Enter the code that your authenticator app shows.',
  'again.phoneAdvice': 'Enter the code that was sent to {phone}.',
  'again.code': 'Code',
  'again.verify': 'Verify',
  'again.newCode': 'Send another code',
  'again.wrongCode': 'This code is not right. Check that your device shows the right time, then enter the newest code.',
  'again.challengeExpired': 'That took too long, and the code is no longer taken. Ask for a new one.',
  'again.challengeUsed': 'A code was already given for this question, or your connection has changed. Ask for a new code.',
  'again.factorGone': 'This second factor, or the question for its code, is gone. Begin again.',
  'again.tooManyTries': 'Too many tries. Wait a few minutes, then try again.',
  'again.tooManyTriesFor': {
    one: 'Too many tries. Wait {count} second, then try again.',
    other: 'Too many tries. Wait {count} seconds, then try again.',
  },
  'again.phoneNotEnabled': 'Codes by text message are not available here. Use an authenticator app instead.',
  'again.totpNotEnabled': 'Authenticator apps are not available here.',
  'stale.text': 'This site’s connection to its data has changed. Reload to continue.',
  'stale.reload': 'Reload',
}, 'auth.client');
