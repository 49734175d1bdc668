/**
 * Who may import whom. `npm run structure`, a step of `npm test`, checks these rules, for type imports and tests too, and
 * draws the pictures of docs/explanation/code-structure.md from the same graph.
 */

/** What each workspace may import of the others. A folder with its own row does not follow the row of its workspace. */
const WORKSPACES = {
  releases: [],
  'page-kit/src/contract': [],
  'page-kit': ['releases', 'tools/run-source'],
  'auth-core': ['page-kit/src/contract', 'page-kit/src/messages'],
  // The test kit runs the sign-in of the site.
  'page-kit/src/testing': ['releases', 'page-kit', 'auth-core', 'auth-remote'],
  shell: ['releases', 'page-kit'],
  'auth-remote': ['auth-core', 'page-kit'],
  'pages-remote': ['page-kit'],
  'credentials-server': ['releases'],
  // The site knows only the address and the key of a Supabase project, so no workspace imports the embedded one.
  'local-supabase': ['releases/src/stores/numbered-lock.ts', 'supabase/functions', 'tools/run-source'],
  supabase: [],
  tools: ['releases', 'page-kit', 'credentials-server', 'local-supabase'],
  e2e: ['releases', 'page-kit', 'credentials-server', 'tools', 'shell/test', 'supabase/test'],
  // The plain bundle that the site is compared with contains the same sources.
  bench: ['releases', 'page-kit', 'shell', 'auth-remote', 'pages-remote', 'tools', 'e2e'],
};

/** What the tests of a workspace may import in addition. */
const TESTS = {
  'auth-core': ['page-kit/test/backend-contract', 'tools'],
  'page-kit': ['auth-core', 'auth-remote'],
  'local-supabase': ['tools'],
  supabase: ['releases', 'pages-remote/database-types.ts', 'tools'],
};

/** Workspaces that are imported by their package name, through the `exports` of their package.json. */
const PACKAGES = ['releases', 'auth-core', 'page-kit', 'shell', 'auth-remote', 'pages-remote', 'credentials-server'];

/** The files of `tools` that other workspaces may import. */
const TOOLS_ENTRIES = [
  'backend/postgres-server.ts', 'backend/test-backends.ts', 'build/build-parts.ts', 'docs/apply-difference.ts', 'docs/fenced-blocks.ts', 'doctor/check-release-store.ts',
  'generate/database-types.ts', 'generate/mail-templates.ts', 'packages/pack-create-page-module.ts', 'packages/pack-page-kit.ts', 'repository/repository.ts', 'run-source/.*',
  'screens/pictures.ts', 'start/publish-builds.ts', 'start/service-process.ts', 'start/start-error.ts',
];

/** The order of the folders and files in a workspace: each may import those before it. Those in one list do not import each other. */
const LAYERS = {
  'releases/src': ['model', 'wire', 'sealing', 'inspection', 'teams', 'gate', 'health', 'resolve', 'preview', 'moves', 'stores'],
  'credentials-server/src': ['config', 'http', 'site', 'routes', 'server.ts', 'command.ts'],
  'local-supabase/src': [
    'errors', 'database', 'keys', 'http', 'inbox', ['auth', 'rest', 'storage', 'realtime', 'functions', 'types'], ['cluster', 'options', 'clean-up.ts', 'api.ts'],
    'start.ts', 'host.ts', 'command.ts',
  ],
  'shell/src': [
    ['texts', 'styles'], 'runtime', ['federation', 'sign-in', 'telemetry', 'type-face'], ['development', 'frame'], ['pages', 'palette', 'preview', 'updates'], ['extensions', 'languages', 'menu'],
    ['home', 'languages.ts', 'platform'], 'inspector', 'open-tab', 'site.tsx', 'boot.ts', 'main.tsx',
  ],
  'page-kit/src': [
    ['contract', 'errors.ts', 'kilobytes.ts', 'module-process.ts', 'terminal-text.ts'], ['messages', 'jsdom', 'fake-backend', 'site-proxy', 'webpack'], ['ui', 'site'], 'primitives', ['dev-server', 'smoke-test', 'verify'],
    ['prerender', 'publishing'], 'command', 'testing',
  ],
  'page-kit/src/command': ['framework', 'build', ['inputs', 'migrations'], 'new-module', 'commands', 'programs'],
  'pages-remote/account/src': [
    'visitor', ['layout', 'failure'], 'form', ['mail', 'second-factor'], 'providers', ['email', 'new-password', 'passkeys', 'recovery-codes'], ['confirm', 'delete', 'profile', 'security', 'sign-in'], 'data', 'languages', ['languages.ts', 'manifest.ts'], 'module.ts',
  ],
  'pages-remote/workspace/src': ['model', 'sync', 'features', ['languages', 'palette'], ['languages.ts', 'manifest.ts'], 'module.ts'],
  'pages-remote/workspace/src/features': [['loading', 'time'], ['files', 'people', 'notes'], 'boards', ['board', 'extensions']],
  tools: [
    ['run-source', 'repository', 'screens'], ['build', 'backend', 'generate', 'messages', 'packages', 'test-run', 'structure'], ['api', 'start'], ['docs', 'doctor'], 'commands', 'test',
  ],
  'bench/src': [['measure', 'modules', 'plain'], ['builds', 'report'], 'servers', 'benchmarks', 'run.ts'],
};

/** The browser code of the workspaces that may import `releases`. */
const BROWSER_CODE = ['shell/src', 'page-kit/src/(messages|primitives|site|ui)'];

/** The folders of `releases` that browser code may import, types included. They import no Node modules. */
const BROWSER_PARTS_OF_RELEASES = ['releases/src/model', 'releases/src/wire'];

const TEST = '(^|/)test/';

function startsWithOneOf(paths) {
  return `^(?:${paths.join('|')})(?:/|$)`;
}

function workspaceRules() {
  return Object.entries(WORKSPACES).flatMap(([workspace, allowed]) => {
    const own = [workspace, ...allowed];
    const others = startsWithOneOf(Object.keys(WORKSPACES));
    const separate = Object.keys(WORKSPACES).filter((other) => other.startsWith(`${workspace}/`));
    const from = { path: `^${workspace}/`, pathNot: [TEST, ...separate.map((folder) => `^${folder}/`)] };
    return [
      { name: `imports-of-${workspace.replaceAll('/', '-')}`, severity: 'error', from, to: { path: others, pathNot: startsWithOneOf(own) } },
      {
        name: `imports-of-${workspace.replaceAll('/', '-')}-tests`,
        severity: 'error',
        from: { path: [`^${workspace}/test/`, `^${workspace}/.+/test/`] },
        to: { path: others, pathNot: startsWithOneOf([...own, ...(TESTS[workspace] ?? [])]) },
      },
    ];
  });
}

function layerRules() {
  return Object.entries(LAYERS).flatMap(([folder, layers]) =>
    layers.map((layer, index) => {
      const names = [layer].flat();
      const before = ['$1', ...layers.slice(0, index).flat()];
      return {
        name: `order-in-${folder.replaceAll('/', '-')}`,
        severity: 'error',
        from: { path: `^${folder}/(${names.join('|')})(?:/|$)` },
        to: { path: `^${folder}/`, pathNot: startsWithOneOf(before.map((name) => `${folder}/${name}`)) },
      };
    }),
  );
}

export default {
  forbidden: [
    { name: 'no-cycle-between-files', severity: 'error', from: { pathNot: TEST }, to: { circular: true } },
    { name: 'no-cycle-between-folders', severity: 'error', scope: 'folder', from: { pathNot: TEST }, to: { circular: true } },
    ...workspaceRules(),
    ...PACKAGES.map((workspace) => ({
      name: 'import-by-package-name',
      severity: 'error',
      from: { path: `^${workspace}/` },
      to: { path: startsWithOneOf(PACKAGES), pathNot: `^${workspace}/`, dependencyTypes: ['local'], dependencyTypesNot: ['aliased-workspace'] },
    })),
    { name: 'entries-of-tools', severity: 'error', from: { pathNot: '^tools/' }, to: { path: '^tools/', pathNot: startsWithOneOf(TOOLS_ENTRIES.map((file) => `tools/${file}`)) } },
    ...layerRules(),
    {
      name: 'releases-in-browsers',
      severity: 'error',
      from: { path: startsWithOneOf(BROWSER_CODE) },
      to: { path: '^releases/', pathNot: startsWithOneOf(BROWSER_PARTS_OF_RELEASES) },
    },
    { name: 'no-node-in-browsers', severity: 'error', from: { path: startsWithOneOf(BROWSER_PARTS_OF_RELEASES) }, to: { dependencyTypes: ['core'] } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|dist|templates)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'default'], extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  },
};
