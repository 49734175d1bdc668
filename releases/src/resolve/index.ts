export { canariesOf, withCanaries } from './canary.ts';
export { contributionListing, developmentShell, releaseBase, releaseDetails, releaseListing, type LanguageFiles, type LiveSite } from './live-site.ts';
export { resolveSite, type ResolutionProblem } from './resolve-site.ts';
