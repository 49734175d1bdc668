// CommonJS: where a team's Jest configuration is TypeScript, the loader that reads it would compile an ES module without its address.

/** Path of a part of this package, wherever it is installed: the same names lead to its sources and to its build. */
const part = (name) => require.resolve(`@atrium/page-kit/${name}`);

/** What Jest needs to test page modules. A module's whole configuration is `preset: '@atrium/page-kit'`. */
module.exports = {
  testEnvironment: part('testing/environment'),
  setupFilesAfterEnv: [part('testing/set-up')],
  // Several waits of the kit fit in, so that the one that fails says what it waited for.
  testTimeout: 30_000,
  testMatch: ['**/{src,test}/**/*.test.{ts,tsx}'],
  moduleNameMapper: {
    '^auth/auth$': part('testing/auth'),
    '\\.css$': part('testing/class-names'),
  },
  transform: {
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
