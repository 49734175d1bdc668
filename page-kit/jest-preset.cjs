// CommonJS, because the loader of a TypeScript Jest configuration would compile an ES module without its URL.

/** The file of an export of this package: its source in the repository, or its compiled file. */
const part = (name) => require.resolve(`@atrium/page-kit/${name}`);

/** Jest configuration for page modules: `preset: '@atrium/page-kit'`. */
module.exports = {
  testEnvironment: part('testing/environment'),
  setupFilesAfterEnv: [part('testing/set-up')],
  reporters: ['default', require.resolve('./jest-reporter.mjs')],
  // Longer than several waits of the kit, so that the failing wait reports what it waited for.
  testTimeout: 30_000,
  testMatch: ['**/{src,test}/**/*.test.{ts,tsx}'],
  moduleNameMapper: {
    '^auth/auth$': part('testing/auth'),
    '\\.css$': part('testing/class-names'),
  },
  transform: {
    '\\.(?:avif|gif|ico|jpe?g|png|svg|webp|woff2?)$': require.resolve('./jest-assets.cjs'),
    '\\.[jt]sx?$': [
      require.resolve('@swc/jest'),
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
      },
    ],
  },
  // The kit itself is ES modules, and tests run as CommonJS.
  transformIgnorePatterns: ['/node_modules/(?!@atrium/)'],
};
