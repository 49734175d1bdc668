import { readFileSync } from 'node:fs';
import process from 'node:process';
import { URL } from 'node:url';

/**
 * Ends the program with one line if it does not run on this version of Node. Otherwise, the first function that the version lacks would
 * fail, with an error that does not name the cause.
 */
export function requireNode() {
  const { node } = process.versions;
  const range = supportedRange();
  if (range.split(' || ').some((part) => isIn(part, node))) return;
  const versions = range.replaceAll(' || ', ', ');
  process.stderr.write(`Atrium supports Node ${versions}, and this is Node ${node}. Install a supported version, such as the current LTS (https://nodejs.org).\n`);
  process.exit(1);
}

/** From the manifest of the package, or in the repository of the root folder. */
function supportedRange() {
  const manifests = ['../package.json', '../../package.json'].map((path) => new URL(path, import.meta.url));
  const { engines } = JSON.parse(readFileSync(manifests[0], 'utf8'));
  return (engines ?? JSON.parse(readFileSync(manifests[1], 'utf8')).engines).node;
}

/** Whether a version is in a range such as `^20.19.0` or `>=24.0.0`. */
function isIn(range, version) {
  const [operator, lowest] = /^(\^|>=)(.+)$/.exec(range).slice(1);
  const [major, minor] = version.split('.').map(Number);
  const [lowestMajor, lowestMinor] = lowest.split('.').map(Number);
  if (major === lowestMajor) return minor >= lowestMinor;
  return operator === '>=' && major > lowestMajor;
}
