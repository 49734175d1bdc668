import { guardScripts } from '../../../shell/src/federation/admitted-files.ts';
import { documentHashes } from './document-hashes.ts';
import { startSite } from './start-site.ts';

guardScripts(documentHashes(document, location.origin));
startSite();
