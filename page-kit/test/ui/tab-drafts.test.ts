import { tabDrafts } from '../../src/ui/ui.ts';

/** A unique name for each test. */
const newName = () => `drafts ${crypto.randomUUID()}`;

afterEach(() => {
  jest.restoreAllMocks();
  sessionStorage.clear();
});

it('are shared by all releases of a module, which are notified of changes', () => {
  const name = newName();
  const [one, other] = [tabDrafts(name), tabDrafts(name)];
  const listener = jest.fn();
  const end = other.subscribe(listener);
  one.keep('a', { title: 'Ink' });
  one.keep('b', 'Paper');
  expect(other.all()).toEqual([['a', { title: 'Ink' }], ['b', 'Paper']]);
  expect(listener).toHaveBeenCalledTimes(2);
  end();
  other.keep('a', null);
  expect(one.all()).toEqual([['b', 'Paper']]);
  expect(listener).toHaveBeenCalledTimes(2);
});

it('survive a reload, and leave nothing in storage when they are removed', () => {
  const name = newName();
  tabDrafts(name).keep('a', { title: 'Ink' });
  Reflect.deleteProperty(globalThis, Symbol.for(name));
  const afterReload = tabDrafts(name);
  expect(afterReload.all()).toEqual([['a', { title: 'Ink' }]]);
  afterReload.keep('a', null);
  expect(sessionStorage).toHaveLength(0);
});

it.each(['{', 'null', '{"a":1}', '[1,["a"],[2,"b"]]'])('start empty if storage contains something else: %s', (stored) => {
  const name = newName();
  sessionStorage.setItem(name, stored);
  expect(tabDrafts(name).all()).toEqual([]);
});

it('are kept in memory if the browser forbids storage', () => {
  const name = newName();
  const forbid = () => {
    throw new DOMException('forbidden', 'SecurityError');
  };
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(forbid);
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(forbid);
  tabDrafts(name).keep('a', 'Ink');
  expect(tabDrafts(name).all()).toEqual([['a', 'Ink']]);
});
