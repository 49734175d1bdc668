import { defineMessages } from '@atrium/page-kit/messages';

const text = defineMessages({
  nameMissing: 'Enter your name.',
  emailMissing: 'Enter your email address.',
  emailIncomplete: 'Enter a whole email address, such as ada@example.com.',
  passwordMissing: 'Enter a password.',
});

// What is a good address or password is for the auth service to say; these only save a person the wait.

export const nameField = {
  name: 'name',
  check: (value: string) => (value.trim() === '' ? text('nameMissing') : null),
} as const;

export const emailField = {
  name: 'email',
  check(value: string) {
    if (value.trim() === '') return text('emailMissing');
    return /^\S+@\S+$/.test(value.trim()) ? null : text('emailIncomplete');
  },
} as const;

export const passwordField = {
  name: 'password',
  check: (value: string) => (value === '' ? text('passwordMissing') : null),
} as const;
