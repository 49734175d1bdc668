import * as v from 'valibot';
import { routePatternSchema } from '../../src/model/module-manifest.ts';
import { fillRoutePattern, matchRoutePattern, RouteParameterError, rankRoutePattern, routePatternsOverlap } from '../../src/model/route-pattern.ts';

describe('routePatternSchema', () => {
  test.each(['/', '/*', '/login', '/login/verify', '/workspace/*', '/workspace/:board', '/a/:id/edit', '/v1.2'])(
    'takes %s',
    (pattern) => {
      expect(v.is(routePatternSchema, pattern)).toBe(true);
    },
  );

  test.each([
    '',
    'login',
    '/login/',
    '//evil.example',
    '/a//b',
    '/*/b',
    '/a*',
    '/:id?',
    '/../a',
    '/a b',
    '/a?b',
    '/<b>',
    '/api/orders',
    '/releases',
    '/__atrium/x',
    '/Metrics',
  ])('refuses %s', (pattern) => {
    expect(v.is(routePatternSchema, pattern)).toBe(false);
  });
});

describe('matchRoutePattern', () => {
  test.each([
    ['/', '/', {}],
    ['/login', '/login', {}],
    ['/login', '/LOGIN/', {}],
    ['/workspace/*', '/workspace', { '*': '' }],
    ['/workspace/*', '/workspace/a/b', { '*': 'a/b' }],
    ['/workspace/:board', '/workspace/my%20plan', { board: 'my plan' }],
    ['/workspace/:board', '/workspace/50%', { board: '50%' }],
    ['/*', '/anything', { '*': 'anything' }],
  ])('%s matches %s', (pattern, path, params) => {
    expect(matchRoutePattern(pattern, path)).toEqual(params);
  });

  test.each([
    ['/', '/login'],
    ['/login', '/login/verify'],
    ['/login/verify', '/login'],
    ['/workspace/*', '/workspaces'],
    ['/workspace/:board', '/workspace'],
  ])('%s does not match %s', (pattern, path) => {
    expect(matchRoutePattern(pattern, path)).toBeNull();
  });
});

test('the more specific of two matching patterns ranks higher', () => {
  const patterns = ['/*', '/workspace/*', '/workspace/:board', '/workspace/new'];
  expect([...patterns].reverse().sort((a, b) => rankRoutePattern(a) - rankRoutePattern(b))).toEqual(patterns);
});

test.each([
  ['/login', '/Login', true],
  ['/login', '/login/verify', false],
  ['/workspace/*', '/workspace', true],
  ['/workspace/*', '/workspace/:id/edit', true],
  ['/:any', '/login', true],
  ['/:any/a', '/login/b', false],
  ['/a/*', '/b/*', false],
  ['/*', '/', true],
])('%s and %s overlap: %s', (one, other, expected) => {
  expect(routePatternsOverlap(one, other)).toBe(expected);
  expect(routePatternsOverlap(other, one)).toBe(expected);
});

describe('fillRoutePattern', () => {
  test.each([
    ['/', {}, '/'],
    ['/orders', { id: 'unused' }, '/orders'],
    ['/orders/:id', { id: 'a/b ?#%' }, '/orders/a%2Fb%20%3F%23%25'],
    ['/orders/:id/lines/:line', { id: '7', line: 'ü' }, '/orders/7/lines/%C3%BC'],
    ['/files/*', {}, '/files'],
    ['/files/*', { '*': '/a b//c' }, '/files/a%20b/c'],
  ])('fills %s with %j to %s, which matches the pattern', (pattern, params, path) => {
    expect(fillRoutePattern(pattern, params)).toBe(path);
    expect(matchRoutePattern(pattern, path)).not.toBeNull();
  });

  test.each([
    ['/orders/:id', {}],
    ['/orders/:id', { id: '' }],
    ['/orders/:id', { id: undefined }],
    ['/orders/:id', { id: '..' }],
    ['/files/*', { '*': 'a/../b' }],
    ['/files/*', { '*': '.' }],
  ])('refuses for %s the parameters %j', (pattern, params) => {
    expect(() => fillRoutePattern(pattern, params)).toThrow(RouteParameterError);
  });
});
