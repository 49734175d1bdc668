import { definePageModule } from '@atrium/page-kit/contract/page-module';
import { facts } from './facts.ts';

export default definePageModule(facts, {
  routes: {
    list: () => import('./list/list-page.tsx'),
    item: () => import('./item/item-page.tsx'),
  },
});
