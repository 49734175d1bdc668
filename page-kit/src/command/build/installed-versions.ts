import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { CommandError } from '../../errors.ts';
import { SHARED_RANGES } from '../../webpack/shared-packages.ts';

/** The shared packages that teams install. */
const INSTALLED = ['react', 'react-dom', 'react-router-dom'] as const;

const packageSchema = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }));

/**
 * Refuses a module that has another major version of React or the router than the site runs. Otherwise, each later step would fail in
 * a way of its own.
 *
 * @throws CommandError
 */
export function requireSharedMajors(folder: string): void {
  const others = INSTALLED.flatMap((name) => {
    const version = installedVersion(folder, name);
    const major = /\d+/.exec(SHARED_RANGES[name])?.[0] ?? '';
    return version === null || version.split('.')[0] === major ? [] : [{ name, version, major }];
  });
  if (others.length === 0) return;
  const has = others.map(({ name, version }) => `${name} ${version}`).join(' and ');
  const site = others.map(({ name, major }) => `${name} ${major}`).join(' and ');
  const install = others.map(({ name, major }) => `${name}@${major}`).join(' ');
  throw new CommandError('other-major', `This module has ${has}, but the site runs ${site}. Run: npm install --save-dev ${install}`);
}

/** The version of a package in the nearest `node_modules`; null if there is none. */
function installedVersion(folder: string, name: string): string | null {
  const file = path.join(folder, 'node_modules', name, 'package.json');
  if (existsSync(file)) {
    const parsed = v.safeParse(packageSchema, readFileSync(file, 'utf8'));
    return parsed.success ? parsed.output.version : null;
  }
  return path.dirname(folder) === folder ? null : installedVersion(path.dirname(folder), name);
}
