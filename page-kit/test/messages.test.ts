import { defineMessages } from '../src/messages/define-messages.ts';

const message = defineMessages({ greeting: 'Hello, {name}!', twice: '{word} {word}', plain: 'Nothing to fill' });

test('gives the text of a key with its places filled', () => {
  expect(message('greeting', { name: 'Ada' })).toBe('Hello, Ada!');
  expect(message('twice', { word: 2 })).toBe('2 2');
  expect(message('plain')).toBe('Nothing to fill');
});

test('leaves a place visible that was given no value', () => {
  expect(message('greeting')).toBe('Hello, {name}!');
});

test('puts values in as they are, also those that look like places', () => {
  expect(message('greeting', { name: '{name} $&' })).toBe('Hello, {name} $&!');
});
