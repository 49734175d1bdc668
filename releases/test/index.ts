export { testStoreContract } from './stores/contract/store-contract.ts';
export { authFiles, shellFiles } from './support/builds.ts';
export { published, registryOf, remarks, rolledBack, stored, workspaceFiles } from './support/publish.ts';
