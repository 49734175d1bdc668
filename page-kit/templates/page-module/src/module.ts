import { definePageModule } from '@atrium/page-kit/contract/page-module';
import { manifest } from './manifest.ts';

export default definePageModule(manifest, {
  routes: {
    list: () => import('./list/list-page.tsx'),
    item: () => import('./item/item-page.tsx'),
  },
});
