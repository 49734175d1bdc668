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

/** Workspaces that run in Node are tested as ES modules. */
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

/** Workspaces that run in browsers are tested in jsdom, with polyfills, and compiled to CommonJS like the test builds of most libraries. */
function browserProject(workspace: string): Project {
  return {
    displayName: workspace,
    rootDir: `<rootDir>/${workspace}`,
    testEnvironment: '<rootDir>/../page-kit/src/testing/browser-environment.ts',
    testMatch: ['<rootDir>/**/{src,test}/**/*.test.{ts,tsx}'],
    transform: { '\\.(tsx?|mjs)$': [swc[0], swc[1]] },
    // Published as an ES module only.
    transformIgnorePatterns: ['/node_modules/(?!httpxy/)'],
  };
}

/** For projects that render React. Loading Testing Library costs the others 0.3 seconds for each file. */
const WAITING = { setupFilesAfterEnv: ['<rootDir>/../page-kit/src/testing/wait-limit.ts'] };

/** Page modules are tested with the kit's preset alone, as every team tests them. */
function pagesProject(workspace: string): Project {
  return { displayName: workspace, rootDir: `<rootDir>/${workspace}`, preset: '@atrium/page-kit' };
}

/** Tests that only `npm run soak` runs. */
const SOAK_TESTS = process.env['ATRIUM_SOAK'] === undefined ? ['\\.soak\\.test\\.tsx?$'] : [];

/** Tests of what PGlite cannot do, such as several sessions. Only the part `postgres` of the soak runs them. */
const POSTGRES_TESTS = process.env['ATRIUM_TEST_POSTGRES'] === undefined ? ['\\.postgres\\.test\\.ts$'] : [];

const IGNORED = ['/node_modules/', ...SOAK_TESTS, ...POSTGRES_TESTS];

const projects: Project[] = [
  ...['releases', 'credentials-server', 'local-supabase', 'supabase', 'tools', 'bench'].map(nodeProject),
  browserProject('auth-core'),
  { ...browserProject('auth-remote'), ...WAITING },
  { ...browserProject('shell'), ...WAITING, moduleNameMapper: {
      '\\.(?:css\\?url|webp|woff2)$': '<rootDir>/test/style-address.ts',
      '^(@module-federation/webpack-bundler-runtime/dist/.*)\\.js$': '$1.cjs',
    } },
  { ...browserProject('page-kit'), testPathIgnorePatterns: [...IGNORED, '<rootDir>/templates/', '<rootDir>/test/testing/'] },
  pagesProject('pages-remote'),
  { ...pagesProject('page-kit'), displayName: 'test-kit', testMatch: ['<rootDir>/test/testing/**/*.test.{ts,tsx}'] },
  { ...pagesProject('page-kit'), displayName: 'module-template', testMatch: ['<rootDir>/templates/**/*.test.{ts,tsx}'] },
].map((project: Project) => ({
  testPathIgnorePatterns: IGNORED,
  ...project,
  runtime: '<rootDir>/../tools/test-run/shared-scripts.ts',
}));

const config: Config = {
  // More than the cores, because many tests wait for a timer or for a process. But each worker compiles all code again and starts a
  // host of backends, and both need up to 1.5 GB.
  maxWorkers: Math.max(2, Math.min(2 * availableParallelism(), Math.floor(totalmem() / (1.5 * 1024 ** 3)))),
  // Long enough for a busy machine. The value of the kit's preset applies only if the preset is the whole configuration.
  testTimeout: process.env['CI'] === undefined ? 30_000 : 60_000,
  globalSetup: '<rootDir>/tools/backend/test-backends.ts',
  projects,
};

export default config;
