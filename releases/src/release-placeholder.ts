/**
 * Stands for the release id in a build's output. Sealing hashes the output with it and then puts the id, which has
 * the same length, in its place; so positions in source maps hold and the id depends on nothing but the output.
 *
 * It is one for all builds, so that whoever receives a release can put it back and check the id.
 */
export const RELEASE_PLACEHOLDER = '0releaseidhere00';
