import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useAuth } from 'auth/auth';
import { defineModuleManifest } from '../../src/contract/module-manifest.ts';
import { definePageModule } from '../../src/contract/page-module.ts';
import type { SlotProps } from '../../src/contract/site.ts';
import { Slot } from '../../src/site/site.ts';
import { PageFailedError, renderPage, renderSlot } from '../../src/testing/testing.ts';
import { PageHeading } from '../../src/ui/ui.ts';

declare module '../../src/contract/site.ts' {
  interface SiteSlots {
    'shop.actions': { readonly order: string; readonly onChange: (text: string) => void };
  }
}

const manifest = defineModuleManifest({
  name: 'shop',
  contract: '^2.0',
  title: { en: 'Shop' },
  routes: { order: '/shop/:id' },
  navigation: [],
  slots: { actions: { version: '1.0', layout: 'row' } },
  extensions: {
    cancel: { slot: 'shop.actions', slotVersion: '1.0', title: { en: 'Cancel' }, size: { height: 32 } },
    broken: { slot: 'shop.actions', slotVersion: '1.0', title: { en: 'Broken' }, size: { height: 32 } },
  },
});

let changes: string[] = [];

function OrderPage() {
  return (
    <>
      <PageHeading title="Order" />
      <Slot name="shop.actions" order="A7" onChange={(text) => changes.push(text)}><p>No actions</p></Slot>
    </>
  );
}

function Cancel({ order, onChange }: SlotProps<'shop.actions'>) {
  const email = useAuth(({ user }) => user?.email ?? 'no one');
  return <button onClick={() => onChange('cancelled')} type="button">Cancel {order} as {email}</button>;
}

function Broken(): never {
  throw new Error('a mistake in the extension');
}

const shop = definePageModule(manifest, {
  routes: { order: () => Promise.resolve({ default: OrderPage }) },
  extensions: { cancel: () => Promise.resolve({ default: Cancel }), broken: () => Promise.resolve({ default: Broken }) },
});

beforeEach(() => {
  changes = [];
});

it('shows the children of a slot without extensions', async () => {
  await renderPage(shop, { at: '/shop/7' });
  expect(screen.getByText('No actions')).toBeVisible();
});

it('shows fake extensions in a slot, with its props', async () => {
  const Fake = ({ order, onChange }: SlotProps<'shop.actions'>) => <button onClick={() => onChange('changed')} type="button">Change {order}</button>;
  await renderPage(shop, { at: '/shop/7', slots: { 'shop.actions': [Fake, () => <p>Another</p>] } });
  expect(screen.queryByText('No actions')).not.toBeInTheDocument();
  expect(screen.getByText('Another')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Change A7' }));
  expect(changes).toEqual(['changed']);
});

it('opens one extension with props, for a user', async () => {
  const page = await renderSlot(shop, { extension: 'cancel', props: { order: 'B8', onChange: (text: string) => changes.push(text) } });
  await userEvent.click(screen.getByRole('button', { name: 'Cancel B8 as ada@example.com' }));
  expect(changes).toEqual(['cancelled']);
  page.unmount();
  await renderSlot(shop, { extension: 'cancel', props: { order: 'B8' }, auth: 'signed-out' });
  expect(screen.getByRole('button', { name: 'Cancel B8 as no one' })).toBeVisible();
});

it('rejects with the error of an extension that throws, and names a missing one', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const failing = renderSlot(shop, { extension: 'broken' });
  await expect(failing).rejects.toThrow(PageFailedError);
  await expect(failing).rejects.toMatchObject({ cause: { message: 'a mistake in the extension' } });
  await expect(renderSlot(shop, { extension: 'missing' })).rejects.toThrow('The module shop has no extension "missing" in definePageModule.');
});
