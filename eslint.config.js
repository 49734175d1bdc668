import eslint from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const WORKSPACES = ['releases', 'page-kit', 'shell', 'auth-remote', 'pages-remote', 'credentials-server', 'local-supabase'];

/** Nobody reaches into another workspace's folder, and each may import only the packages of ours that it stands on. */
function standsOn(workspace, packages) {
  const others = WORKSPACES.filter((name) => name !== workspace);
  return {
    files: [`${workspace}/**/*.{ts,tsx}`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: others.map((name) => `**/../${name}/**`),
              message: 'Import what the workspace exports under its package name.',
            },
            {
              group: ['@atrium/*', '@atrium/*/**', ...packages.flatMap((name) => [`!@atrium/${name}`, `!@atrium/${name}/**`])],
              message: `${workspace} stands on ${packages.join(' and ') || 'nothing of ours'} only (CONTRIBUTING.md, "Who may know whom").`,
            },
            { group: ['react-router', 'react-router/**'], message: 'Import react-router-dom: it is what the shell shares.' },
          ],
        },
      ],
    },
  };
}

export default tseslint.config(
  { ignores: ['**/dist/', '**/coverage/', '**/node_modules/', '**/results/', '.atrium/', '**/test-results/'] },
  eslint.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['jest.config.ts'] }, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/prefer-readonly': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' }],
      'no-console': 'off',
      eqeqeq: 'error',
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
    },
  },
  // Generated: it grows with the database.
  { files: ['pages-remote/database-types.ts'], rules: { 'max-lines': 'off' } },
  { files: ['**/*.{ts,tsx}'], ...reactHooks.configs.flat['recommended-latest'] },
  { files: ['**/*.{js,cjs,mjs}', 'jest.config.ts'], ...tseslint.configs.disableTypeChecked },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs', globals: { module: 'writable', require: 'readonly' } } },
  standsOn('releases', []),
  standsOn('page-kit', ['releases', 'page-kit']),
  standsOn('shell', ['releases', 'page-kit']),
  standsOn('auth-remote', ['page-kit']),
  standsOn('pages-remote', ['page-kit']),
  standsOn('credentials-server', ['releases']),
  standsOn('local-supabase', []),
  {
    files: ['page-kit/src/contract/**/*.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ group: ['@atrium/*', '../*'], message: 'The page contract imports nothing of ours.' }] }],
    },
  },
  {
    // The one file that may: it is what stands under the shared name react-router-dom.
    files: ['shell/src/router-facade.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
);
