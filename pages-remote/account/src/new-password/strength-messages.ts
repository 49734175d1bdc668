import { defineMessages } from '@atrium/page-kit/messages';

export const strengthText = defineMessages({
  resting: {
    one: 'At least {count} character. A few unrelated words are hard to guess.',
    other: 'At least {count} characters. A few unrelated words are hard to guess.',
  },
  veryWeak: 'Very weak.',
  weak: 'Weak.',
  fair: 'Fair.',
  good: 'Good: hard to guess.',
  strong: 'Strong: very hard to guess.',
  addWords: 'Add another word or two that have nothing to do with it.',
  common: 'It is much like a password that many people use. Choose another.',
  dates: 'Leave out dates and years: they are tried early.',
  keys: 'Keys that lie side by side are tried early. Use words instead.',
  personal: 'Leave out your name and your email address: they are tried first.',
  repeats: 'Repeating letters or words adds little. Add a different word.',
  sequences: 'Rows such as “abc” or “6543” are tried early. Use words instead.',
}, 'account.password.strength');
