import { startSite } from './start-site.ts';

startSite();
