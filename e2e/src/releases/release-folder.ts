import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import type { ReleaseManifest } from '@atrium/releases/model';
import { releaseSetSchema, type ReleaseSet } from '@atrium/releases/wire';
import * as v from 'valibot';

const registrySchema = v.looseObject({ remotes: v.record(v.string(), v.looseObject({ live: v.nullable(v.string()) })) });

/** The registry file of a release store. */
export function registryFile(releases: string): string {
  return path.join(releases, 'registry.json');
}

/** Removes a remote from the registry. Returns the function that restores it. */
export async function unregister(releases: string, name: string): Promise<() => Promise<void>> {
  const text = await readFile(registryFile(releases), 'utf8');
  const registry = v.parse(registrySchema, JSON.parse(text));
  const others = Object.fromEntries(Object.entries(registry.remotes).filter(([remote]) => remote !== name));
  await writeFile(registryFile(releases), JSON.stringify({ ...registry, remotes: others }));
  return () => writeFile(registryFile(releases), text);
}

/** The manifest of a remote's live release. */
export async function liveManifest(releases: string, name: string): Promise<ReleaseManifest> {
  const store = openDirectoryStore(releases);
  const reading = await store.readRegistry();
  const live = reading.status === 'ok' ? reading.registry.remotes[name]?.live : undefined;
  const manifest = live === undefined || live === null ? null : await store.readManifest(name, live);
  if (manifest?.status !== 'ok') throw new Error(`The store has no live release of ${name}.`);
  return manifest.manifest;
}

/** Folder of a remote's live release. */
export async function liveFolder(releases: string, name: string): Promise<string> {
  return path.join(releases, 'files', name, (await liveManifest(releases, name)).release);
}

/** Damages a stored file of a live release. Returns the function that restores it. */
export async function tamper(releases: string, name: string, file: string, added: string): Promise<() => Promise<void>> {
  const place = path.join(await liveFolder(releases, name), file);
  const content = await readFile(place);
  // Remove it first, because the stores of other tests have hard links to the same file.
  await rm(place);
  await writeFile(place, Buffer.concat([content, Buffer.from(added)]));
  // The server prefers the compressed copies, which still have the old content.
  await Promise.all(['.br', '.gz'].map((ending) => rm(place + ending, { force: true })));
  return () => writeFile(place, content);
}

/** The release set in a new document. On a small site it lists every module with its files. */
export async function currentReleaseSet(siteUrl: string, path = '/'): Promise<ReleaseSet> {
  const response = await fetch(siteUrl + path, { headers: { accept: 'text/html' } });
  const block = /id="atrium-release-set">(.*?)<\/script>/s.exec(await response.text());
  return v.parse(releaseSetSchema, JSON.parse(block?.[1] ?? ''));
}

/** Calls `publish`, then removes every `previous` from the registry, as after a first release. */
export async function forgetPrevious<Result>(releases: string, publish: () => Promise<Result>): Promise<Result> {
  const result = await publish();
  const registry = v.parse(registrySchema, JSON.parse(await readFile(registryFile(releases), 'utf8')));
  const remotes = Object.fromEntries(Object.entries(registry.remotes).map(([name, remote]) => [name, { ...remote, previous: null }]));
  await writeFile(registryFile(releases), JSON.stringify({ ...registry, remotes }));
  return result;
}
