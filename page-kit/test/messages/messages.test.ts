import { addTranslations, defineMessages, formatDate, formatDateTime } from '../../src/messages/messages.ts';

afterEach(() => {
  document.documentElement.lang = '';
});

const message = defineMessages({ greeting: 'Hello, {name}!', twice: '{word} {word}', plain: 'Nothing to fill' });

test('returns the text of a key with its placeholders filled', () => {
  expect(message('greeting', { name: 'Ada' })).toBe('Hello, Ada!');
  expect(message('twice', { word: 2 })).toBe('2 2');
  expect(message('plain')).toBe('Nothing to fill');
});

test('leaves a placeholder without a value visible', () => {
  expect(message('greeting')).toBe('Hello, {name}!');
});

test('inserts values unchanged, even if they look like placeholders', () => {
  expect(message('greeting', { name: '{name} $&' })).toBe('Hello, {name} $&!');
});

test('returns the translation, or English if there is none', () => {
  const text = defineMessages({ hello: 'Hello, {name}', only: 'Only English' }, 'greetings');
  addTranslations({ greetings: { hello: 'Hallo, {name}' } });
  expect(text('hello', { name: 'Ada' })).toBe('Hallo, Ada');
  expect(text('only')).toBe('Only English');
  expect(defineMessages({ hello: 'Another hello' })('hello')).toBe('Another hello');
});

test('selects the plural form of the language for the count', () => {
  const text = defineMessages({ people: { one: '{count} person', other: '{count} people' } }, 'plurals');
  expect([0, 1, 2].map((count) => text('people', { count }))).toEqual(['0 people', '1 person', '2 people']);
  document.documentElement.lang = 'ar';
  addTranslations({ plurals: { people: { zero: 'z', one: 'o', two: 't', few: 'f {count}', many: 'm', other: 'x' } } });
  expect([0, 1, 2, 3, 11, 100].map((count) => text('people', { count }))).toEqual(['z', 'o', 't', `f ${(3).toLocaleString('ar')}`, 'm', 'x']);
});

test('formats numbers for the language', () => {
  const text = defineMessages({ limit: 'At most {limit}' });
  expect(text('limit', { limit: 20000 })).toBe('At most 20,000');
  document.documentElement.lang = 'de';
  expect(text('limit', { limit: 20000 })).toBe('At most 20.000');
  expect(text('limit', { limit: '20000' })).toBe('At most 20000');
});

test.each([
  ['en', ['en-GB', 'en-US', 'en'], '29 Nov 2026'],
  ['en', ['de-CH', 'de', 'en-US'], 'Nov 29, 2026'],
  ['en', ['de-AT', 'fil-PH', 'enm-GB'], 'Nov 29, 2026'],
  ['de', ['de-CH', 'en-US'], '29. Nov. 2026'],
  ['ar', ['ar-EG'], '29 نوفمبر 2026'],
])('formats dates of a page in %s for a browser with the languages %j as %s', (lang, languages, expected) => {
  document.documentElement.lang = lang;
  jest.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  const moment = new Date(2026, 10, 29, 17, 5).getTime();
  expect(formatDate(moment)).toBe(expected.replaceAll(' ', '\u00A0'));
  expect(formatDateTime(moment)).toMatch(/05/);
});
