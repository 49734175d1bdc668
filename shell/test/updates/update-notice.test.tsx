import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PageHeading } from '@atrium/page-kit/ui';
import { provideOpenTab } from '../../src/site.tsx';
import { manifestOf, moduleFor, moduleOf, renderSite, unavailable } from '../render-site.tsx';
import { signInDouble } from '../sign-in-double.tsx';

const orders = manifestOf('orders');

test('says so when the new release fails again, and lets the heading of its page take the focus once it works', async () => {
  window.scrollTo = () => undefined;
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let isFixed = false;
  const { module } = signInDouble();
  const loads = await renderSite('/orders', {
    auth: () => ({ success: true, value: module }),
    modules: [moduleFor(orders, 'live', 'previous')],
    loadPageModule: (_name, release) =>
      Promise.resolve(
        release === 'live' && !isFixed
          ? unavailable('orders', release)
          : { success: true, value: moduleOf(orders, () => <PageHeading title={`Orders ${release}`} />) },
      ),
  });
  provideOpenTab(loads);
  await act(() => loads.openTab.get());
  const tryNew = await screen.findByRole('button', { name: 'Try the new one' });
  await userEvent.click(tryNew);
  expect(await screen.findByText('The orders still does not work in its new version.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Orders previous' })).not.toHaveFocus();
  isFixed = true;
  await userEvent.click(tryNew);
  expect(await screen.findByRole('heading', { name: 'Orders live' })).toHaveFocus();
  expect(tryNew).not.toBeInTheDocument();
});
