import { importSource } from './bin/import-source.mjs';

/** Records whether all tests of a module passed, for `atrium publish`. */
export default class RecordReporter {
  /** Of the sources when the tests began; null if not all tests run. */
  #digest = null;

  constructor(config) {
    this.config = config;
  }

  async onRunStart() {
    const { rootDir, nonFlagArgs = [], testNamePattern, onlyChanged, onlyFailures, shard } = this.config;
    if (nonFlagArgs.length > 0 || testNamePattern || onlyChanged || onlyFailures || shard) return;
    const { digestOfSources } = await importSource('command/build/check-record');
    this.#digest = await digestOfSources(rootDir);
  }

  async onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, wasInterrupted }) {
    // Jest sets `success` only after this.
    const failed = numFailedTests > 0 || numRuntimeErrorTestSuites > 0;
    if (this.#digest === null || (!failed && (numPassedTests === 0 || wasInterrupted))) return;
    const { recordResult } = await importSource('command/build/check-record');
    await recordResult(this.config.rootDir, 'tests', this.#digest, !failed);
  }
}
