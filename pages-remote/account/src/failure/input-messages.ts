import { defineMessages } from '@atrium/page-kit/messages';

export const inputText = defineMessages({
  tooShort: {
    one: 'Choose a password of at least {count} character.',
    other: 'Choose a password of at least {count} characters.',
  },
  tooLong: {
    one: 'Choose a password of at most {count} character.',
    other: 'Choose a password of at most {count} characters.',
  },
  kinds: 'Use at least one of each in it: {kinds}.',
  lowerCase: 'lower-case letters',
  upperCase: 'upper-case letters',
  letters: 'letters',
  digits: 'digits',
  signs: 'signs such as “!”',
  these: '“{characters}”',
  common: 'Attackers try this password first, because many people use it or it was stolen elsewhere. Choose another one.',
  weak: 'This password is too easy to guess. Choose another one, of several words that have nothing to do with each other.',
  address: 'This address cannot be used. Check it for typos.',
  other: 'This was not accepted. Check it for typos, then try again.',
}, 'account.failure.input');
