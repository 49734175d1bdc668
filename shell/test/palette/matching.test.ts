import { markMatches, matchScore } from '../../src/palette/matching.ts';

const score = (query: string, title: string, keywords = '') => matchScore(query, { titles: [title], keywords: [keywords] });

test.each([
  ['new', 'New board'],
  ['board new', 'New board'],
  ['NEW', 'new board'],
  ['uber', 'Über uns'],
  ['nb', 'New board'],
  ['wrksp', 'Workspace'],
  ['oard', 'New board'],
  ['2fa', 'Security'],
  ['设置', 'Security'],
  ['احصاء', 'إحصاء'],
])('"%s" finds "%s"', (query, title) => {
  expect(score(query, title, 'protect 2fa 设置选项')).toBeGreaterThan(0);
});

test.each([
  ['new note', 'New board'],
  ['xyz', 'New board'],
  ['o', 'New board'],
  ['', 'New board'],
  ['…', 'New board'],
  ['2f', 'Security', 'protect 2fa'],
])('"%s" does not find "%s"', (query, title, keywords = '') => {
  expect(score(query, title, keywords)).toBe(0);
});

test('ranks a whole word above its beginning, a part of it, and its letters, and titles above keywords', () => {
  expect(score('note', 'Note')).toBeGreaterThan(score('note', 'Notes'));
  expect(score('note', 'Notes')).toBeGreaterThan(score('note', 'Keynote'));
  expect(score('bks', 'ebks')).toBeGreaterThan(score('bks', 'Books'));
  expect(score('note', 'Note')).toBeGreaterThan(score('note', 'Write', 'note'));
});

test('finds a text in any of its languages', () => {
  expect(matchScore('neues', { titles: ['Neues Board', 'New board'], keywords: [] })).toBeGreaterThan(0);
  expect(matchScore('new', { titles: ['Neues Board', 'New board'], keywords: [] })).toBeGreaterThan(0);
});

test.each([
  ['Spring press kit', 'press', ['Spring ', 'press', ' kit']],
  ['Party · a barn for the party', 'pa', ['Pa', 'rty · a barn for the ', 'pa', 'rty']],
  ['Über uns', 'uber', ['Über', ' uns']],
  ['New board', 'xyz', ['New board']],
  ['ﬁle list', 'list', ['ﬁle ', 'list']],
  ['… and ink', 'ink', ['… and ', 'ink']],
  ['👩‍🌾 Ünder', 'und', ['👩‍🌾 ', 'Ünd', 'er']],
])('marks in "%s" what "%s" matches', (title, query, parts) => {
  expect(markMatches(title, query).map(({ text }) => text)).toEqual(parts);
});
