import { afterAll, beforeAll } from '@jest/globals';
import { testStoreContract } from '@atrium/releases/testing';
import { StoreProject } from './store-project.ts';

let project: StoreProject;
beforeAll(async () => {
  project = await StoreProject.start();
});
afterAll(() => project.stop());

testStoreContract(async () => {
  await project.empty();
  return project.open();
});
