import { assertSuccess } from '../src/model/workspace-error.ts';

test.each([
  ['an ended session', 401, 'PGRST303', /session has ended/],
  ['a missing table', 404, 'PGRST205', /migrations/],
  ['a check constraint', 400, '23514', /too long/],
  ['a policy', 403, '42501', /do not have access/],
  ['a full board', 400, 'WS003', /as many notes as it can hold/],
  ['too many deleted notes', 400, 'WS007', /removed after 30 days/],
  ['a board handed over to a person who has too many', 400, 'WS008', /another member/],
  ['a gateway whose service restarts', 503, '', /cannot be reached/],
  ['a failing service', 500, 'XX000', /not available/],
])('explains %s', (_, status, code, text) => {
  expect(() => assertSuccess({ status, error: { code, message: 'words of the database' } })).toThrow(text);
});
