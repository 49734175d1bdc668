/** @jest-config-loader esbuild-register */
import { availableParallelism, totalmem } from 'node:os';
import type { Config } from 'jest';

type Project = Exclude<NonNullable<Config['projects']>[number], string>;

const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
  },
] as const;

/** Workspaces that run in Node are tested as the ES modules they are. */
function nodeProject(workspace: string): Project {
  return {
    displayName: workspace,
    rootDir: `<rootDir>/${workspace}`,
    testEnvironment: 'node',
    testMatch: ['<rootDir>/{src,test}/**/*.test.ts'],
    extensionsToTreatAsEsm: ['.ts'],
    transform: { '\\.ts$': [swc[0], swc[1]] },
  };
}

/** Workspaces that run in browsers are tested in jsdom (with what it lacks), compiled to CommonJS as most libraries' test builds are. */
function browserProject(workspace: string): Project {
  return {
    displayName: workspace,
    rootDir: `<rootDir>/${workspace}`,
    testEnvironment: '<rootDir>/../page-kit/src/testing/browser-environment.ts',
    testMatch: ['<rootDir>/**/{src,test}/**/*.test.{ts,tsx}'],
    transform: { '\\.(tsx?|mjs)$': [swc[0], swc[1]] },
    // Comes as an ES module only.
    transformIgnorePatterns: ['/node_modules/(?!httpxy/)'],
  };
}

/** Page modules are tested as any team tests them: with the kit's preset and nothing else. */
function pagesProject(workspace: string): Project {
  return { displayName: workspace, rootDir: `<rootDir>/${workspace}`, preset: '@atrium/page-kit' };
}

/** Only in CI: on a developer's machine a flaky test shows itself. */
const secondTry = { setupFilesAfterEnv: [`<rootDir>/../scripts/second-try.ts`] };

const projects = [
  ...['releases', 'credentials-server', 'local-supabase', 'supabase', 'scripts'].map(nodeProject),
  browserProject('auth-core'),
  browserProject('auth-remote'),
  { ...browserProject('shell'), moduleNameMapper: { '\\.css\\?url$': '<rootDir>/test/style-address.ts' } },
  { ...browserProject('page-kit'), testPathIgnorePatterns: ['/node_modules/', '<rootDir>/templates/', '<rootDir>/test/testing/'] },
  pagesProject('pages-remote'),
  { ...pagesProject('page-kit'), displayName: 'test-kit', testMatch: ['<rootDir>/test/testing/**/*.test.{ts,tsx}'] },
  { ...pagesProject('page-kit'), displayName: 'module-template', testMatch: ['<rootDir>/templates/**/*.test.{ts,tsx}'] },
];

const config: Config = {
  // Twice the cores, because many tests wait for their backend, for a timer or for a process. A worker and its backends need up to 1.5 GB.
  maxWorkers: Math.max(2, Math.min(2 * availableParallelism(), Math.floor(totalmem() / (1.5 * 1024 ** 3)))),
  // As in the kit's preset, whose own counts only where it is the whole configuration: a busy machine fails no test.
  testTimeout: process.env['CI'] === undefined ? 30_000 : 60_000,
  globalSetup: '<rootDir>/scripts/backend-hosts.ts',
  projects: process.env['CI'] === undefined ? projects : projects.map((project) => ({ ...project, ...secondTry })),
};

export default config;
