import { renderPage, renderSlot } from '@atrium/page-kit/testing';
import { screen } from '@testing-library/react';
import account from '../../src/module.ts';

test('the card of the home page leads users without a second factor to the page where they add one', async () => {
  await renderSlot(account, { extension: 'protect' });
  expect(screen.getByRole('heading', { level: 2, name: 'Protect your account' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Turn on two-step verification' })).toHaveAttribute('href', '/account/security');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Password on', 'Two-step verification off']);
});

test('the account page passes the user’s id to sections of other modules', async () => {
  const Section = ({ userId }: { readonly userId: string }) => <p>Section for {userId}</p>;
  const page = await renderPage(account, { at: '/account', slots: { 'account.sections': [Section] } });
  expect(await screen.findByText(`Section for ${page.auth.state.user?.id ?? ''}`)).toBeVisible();
});
