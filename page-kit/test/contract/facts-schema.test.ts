import { pageFactsSchema } from '@atrium/releases/page-facts';
import * as v from 'valibot';
import { definePageFacts, type PageFacts } from '../../src/contract/page-facts.ts';

// Contract and releases both stand on nothing of ours, so each says for itself what facts are; here they meet.
const facts = definePageFacts({
  name: 'orders',
  owner: 'Team Orders',
  contract: '^0.1',
  title: { en: 'Orders', de: 'Bestellungen' },
  routes: { list: '/orders', one: '/orders/:order' },
  navigation: [{ route: 'list', label: { en: 'Orders' }, requires: 'signed-in' }],
  start: 'application',
});

test('facts that the contract types are facts that a release may have, and the other way round', () => {
  const stored: v.InferInput<typeof pageFactsSchema> = structuredClone(facts) as never;
  expect(v.parse(pageFactsSchema, stored)).toEqual(facts);
  const keys: Record<keyof PageFacts, true> = { name: true, owner: true, contract: true, title: true, routes: true, navigation: true, start: true };
  expect(Object.keys(v.parse(pageFactsSchema, stored)).sort()).toEqual(Object.keys(keys).sort());
});
