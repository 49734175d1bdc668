import { startSite } from './start-site.ts';

// The shell asks for the hash of a style sheet that it loads later; a plain bundle has none.
globalThis.atriumIntegrity = () => '';
startSite();
