import { startSite } from './start-site.ts';

// The shell requests the hash of a style sheet before it loads it. A plain bundle loads none later.
globalThis.atriumIntegrity = () => '';
startSite();
