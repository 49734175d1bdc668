import { fieldCheckText } from './field-check-messages.ts';

// What is a good address or password is for the auth service to say; these only save a person the wait.

export const nameField = {
  name: 'name',
  isKept: true,
  check: (value: string) => (value.trim() === '' ? fieldCheckText('nameMissing') : null),
} as const;

export const emailField = {
  name: 'email',
  isKept: true,
  check(value: string) {
    if (value.trim() === '') return fieldCheckText('emailMissing');
    return /^[^\s@]+@[^\s@]+$/.test(value.trim()) ? null : fieldCheckText('emailIncomplete');
  },
} as const;

export const passwordField = {
  name: 'password',
  check: (value: string) => (value === '' ? fieldCheckText('passwordMissing') : null),
} as const;
