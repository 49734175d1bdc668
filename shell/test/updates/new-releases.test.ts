import { ShownExtensions } from '../../src/runtime/shown-extensions.ts';
import { RemoteUnavailableError } from '../../src/runtime/site-source.ts';
import { runningRelease, TabModules } from '../../src/runtime/tab-modules.ts';
import { NewReleases } from '../../src/updates/new-releases.ts';
import { listedPage } from '../release-set-double.ts';

const [LIVE, PREVIOUS, OLDER, SHELL] = ['l'.repeat(16), 'p'.repeat(16), 'o'.repeat(16), 's'.repeat(16)];

/** A tab with the live release of orders, and a function that responds with its live release and another previous one. */
function tab() {
  const { manifest, release, previous } = listedPage('orders', LIVE, PREVIOUS);
  const modules = new TabModules([{ manifest, release, previous }], true);
  const news = new NewReleases(modules, { shell: SHELL, auth: null }, null, new ShownExtensions());
  const replacePrevious = () => news.update({ schema: 3, revision: 9, shell: SHELL, auth: null, pages: [listedPage('orders', LIVE, OLDER)] });
  return { modules, replacePrevious };
}

test('a tab learns of another previous release', () => {
  const { modules, replacePrevious } = tab();
  replacePrevious();
  expect(modules.named('orders')).toMatchObject({ release: LIVE, previous: OLDER, failure: null });
});

test('a tab leaves a previous release that the site no longer offers, such as a quarantined one, and tries the live one again', () => {
  const { modules, replacePrevious } = tab();
  modules.setFailure('orders', new RemoteUnavailableError('orders', LIVE, 'It could not be loaded.'));
  replacePrevious();
  const module = modules.named('orders');
  expect(module && runningRelease(module)).toBe(LIVE);
  expect(module).toMatchObject({ previous: OLDER, failure: null });
});
