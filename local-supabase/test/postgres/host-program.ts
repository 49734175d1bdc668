import { runHost } from '../../src/host.ts';
import { ServerClusters } from './server-clusters.ts';

// The host of backends (src/host.ts) for a test run on PostgreSQL.
runHost(new ServerClusters().open);
