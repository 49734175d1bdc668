import { FederationInstance, loadShared, type Container, type SharedPackage } from '../../src/federation/federation-instance.ts';

afterEach(() => jest.restoreAllMocks());

function shared(version: string, change: Partial<SharedPackage> = {}): SharedPackage {
  const get = () => Promise.resolve(() => `exports of ${version}`);
  const shareConfig = { singleton: true, eager: false, requiredVersion: `^${version}`, strictVersion: false };
  return { version, from: 'shell', scope: ['default'], strategy: 'loaded-first', shareConfig, useIn: [], deps: [], get, ...change };
}

function instanceWith(...versions: readonly SharedPackage[]): FederationInstance {
  const scope = { react: Object.fromEntries(versions.map((one) => [one.version, one])) };
  return new FederationInstance('orders', () => Promise.reject(new Error('No remote is expected.')), scope);
}

const requiring = (requiredVersion: string, strictVersion = false) => ({ customShareInfo: { shareConfig: { requiredVersion, strictVersion } } });

async function exportsOf(loading: ReturnType<FederationInstance['loadShare']>): Promise<unknown> {
  const factory = await loading;
  return factory === false ? false : factory();
}

test.each(['^19.2.0', '^19.1.4', '^19.2.3', '>=18', '*'])('loads version 19.2.3 for %s without a warning', async (range) => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(await exportsOf(instanceWith(shared('19.2.3')).loadShare('react', requiring(range)))).toBe('exports of 19.2.3');
  expect(warn).not.toHaveBeenCalled();
});

test.each(['^18.3.1', '^19.3.0', '^19.2.4', '^20.0.0'])('names the version that a container needs, if it is %s and the shell has 19.2.3', async (range) => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(await exportsOf(instanceWith(shared('19.2.3')).loadShare('react', requiring(range)))).toBe('exports of 19.2.3');
  expect(warn).toHaveBeenCalledWith(`orders needs react ${range}, but the shell has 19.2.3.`);
});

test('refuses another version to a container that insists on its own', async () => {
  await expect(instanceWith(shared('19.2.3')).loadShare('react', requiring('^18.0.0', true))).rejects.toThrow('orders needs react ^18.0.0, but the shell has 19.2.3.');
});

test('resolves to false for a package that is not in the share scope', async () => {
  expect(await instanceWith().loadShare('vue', requiring('^3.0.0'))).toBe(false);
});

test('keeps the copy of a package that is loaded, although a container has added a newer one', async () => {
  const ours = shared('19.2.3');
  const instance = instanceWith(shared('19.9.0'), ours);
  await loadShared(ours);
  expect(await exportsOf(instance.loadShare('react', requiring('^19.2.0')))).toBe('exports of 19.2.3');
  expect(ours.useIn).toEqual(['orders']);
});

test('loads a package once, and again after a failure', async () => {
  const get = jest.fn<Promise<() => unknown>, []>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(() => 'exports');
  const instance = instanceWith(shared('2.0.0', { get }));
  await expect(instance.loadShare('react', requiring('^2.0.0'))).rejects.toThrow('offline');
  const [one, other] = await Promise.all([1, 2].map(() => exportsOf(instance.loadShare('react', requiring('^2.0.0')))));
  expect([one, other]).toEqual(['exports', 'exports']);
  expect(get).toHaveBeenCalledTimes(2);
});

test('gives a package without waiting only after it has loaded', async () => {
  const ours = shared('19.2.3');
  const instance = instanceWith(ours);
  expect(() => instance.loadShareSync('react')).toThrow('orders needs react before it has loaded.');
  await loadShared(ours);
  expect(instance.loadShareSync('react')()).toBe('exports of 19.2.3');
});

test('initialises a container once, after a failure again, and loads what it exposes', async () => {
  const init = jest.fn<unknown, []>().mockImplementationOnce(() => { throw new Error('not yet'); });
  const container: Container = { init, get: (expose) => Promise.resolve(() => expose) };
  const instance = new FederationInstance('shell', (name) => (name === 'auth' ? Promise.resolve(container) : Promise.reject(new Error(`no ${name}`))));
  await expect(instance.loadRemote('auth/auth')).rejects.toThrow('not yet');
  expect(await Promise.all([instance.loadRemote('auth/auth'), instance.loadRemote('auth/deep/part')])).toEqual(['./auth', './deep/part']);
  expect(init).toHaveBeenCalledTimes(2);
  expect(await instance.loadRemote('auth/auth', { loadFactory: false })).toBeInstanceOf(Function);
  await expect(instance.loadRemote('sales/cards')).rejects.toThrow('no sales');
});
