import { definePageModule } from '@atrium/page-kit/contract/page-module';
import { manifest } from './manifest.ts';

export default definePageModule(manifest, {
  languages: {
    de: () => import('./languages/de.ts'),
    ar: () => import('./languages/ar.ts'),
  },
  routes: {},
  extensions: {
    card: () => import('./card/card.tsx'),
  },
});
