import { openDirectoryStore } from '../../../../src/stores/directory/directory-store.ts';
import { emptyRegistry } from '../../../../src/model/registry.ts';
import type { ReleaseStore } from '../../../../src/stores/release-store.ts';
import { sealBuild } from '../../../../src/sealing/seal.ts';
import { MoveRefusedError, RevisionMismatchError } from '../../../../src/model/store-errors.ts';
import { countSteps } from './file-system-steps.ts';

// Publishes one build: node publisher.mjs STORE BUILD [STEP]. It waits for a line on its standard input, kills itself
// before the step with that number, and prints the result of the publish.

const [, , directory = '', build = '', fatalStep] = process.argv;

async function publish(store: ReleaseStore): Promise<string> {
  const sealed = await sealBuild(build);
  const { name, release } = sealed.manifest;
  await store.putRelease(sealed, { schema: 1, passed: true, problems: [], when: new Date().toISOString() });
  for (;;) {
    const reading = await store.readRegistry();
    const { revision } = reading.status === 'ok' ? reading.registry : emptyRegistry;
    try {
      await store.move({ action: 'publish', name, release, expectedRevision: revision, who: 'a process', why: 'a test' });
      return 'live';
    } catch (error) {
      if (error instanceof MoveRefusedError) return 'refused';
      if (!(error instanceof RevisionMismatchError)) throw error;
    }
  }
}

const steps = countSteps(fatalStep === undefined ? Infinity : Number(fatalStep));
console.log('ready');
process.stdin.once('data', () => {
  void publish(openDirectoryStore(directory)).then((outcome) => {
    console.log(JSON.stringify({ outcome, steps: steps() }));
    process.exit();
  });
});
