import { definePageModule } from '@atrium/page-kit/contract/page-module';
import { manifest } from './manifest.ts';

export default definePageModule(manifest, { routes: { gallery: () => import('./gallery-page.tsx') } });
