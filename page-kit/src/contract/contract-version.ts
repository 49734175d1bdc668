/**
 * Version of the page contract in this package (semver). A page module states the range it was written for in its
 * module manifest; the shell and the auth remote state this exact version in their release.
 */
export const CONTRACT_VERSION = '2.0.0';
