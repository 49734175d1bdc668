import path from 'node:path';

/** What npm and the runner of these tests tell the programs that they start is not for somebody outside. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(npm_(?!config_cache|config_registry)|NODE_|ATRIUM_|PLAYWRIGHT_|TEST_|JEST_|INIT_CWD|FORCE_COLOR)/;
  // Nor are the programs that are installed in this repository.
  const PATH = (process.env['PATH'] ?? '').split(path.delimiter).filter((place) => !place.includes('node_modules')).join(path.delimiter);
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))), PATH };
}
