import { importSource } from './bin/import-source.mjs';

/** Records that all tests of a module passed, for `atrium publish`. */
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

  // Jest sets `success` only after this.
  async onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, wasInterrupted }) {
    if (this.#digest === null || numPassedTests === 0 || numFailedTests > 0 || numRuntimeErrorTestSuites > 0 || wasInterrupted) return;
    const { recordPassed } = await importSource('command/build/check-record');
    await recordPassed(this.config.rootDir, 'tests', this.#digest);
  }
}
