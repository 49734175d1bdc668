import { guardScripts } from '../../../shell/src/federation/script-guard.ts';
import { documentHashes } from './document-hashes.ts';
import { startSite } from './start-site.ts';

guardScripts(documentHashes(document, location.origin));
startSite();
