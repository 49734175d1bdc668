import path from 'node:path';

/** The environment without the variables of npm and the test runner, for commands that run outside this repository. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const ofTheRun = /^(npm_(?!config_cache|config_registry)|NODE_|ATRIUM_|PLAYWRIGHT_|TEST_|JEST_|INIT_CWD|FORCE_COLOR)/;
  // Remove the programs that are installed in this repository.
  const PATH = (process.env['PATH'] ?? '').split(path.delimiter).filter((place) => !place.includes('node_modules')).join(path.delimiter);
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofTheRun.test(name))), PATH };
}
