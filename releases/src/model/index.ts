export { extensionStates, MAX_EXTENSIONS, slotFits, type ExtensionState } from './extensions.ts';
export { DEVELOPMENT_LIST_FILE, fileListSchema, filePathSchema, isForDevelopment, type FileList } from './files.ts';
export { proposalSchema, smokeTestResultSchema, type GateFinding, type Proposal, type SmokeTestResult } from './gate-check.ts';
export { releaseKey, remoteNameSchema } from './identity.ts';
export { menuHeading } from './menu-heading.ts';
export { moduleManifestSchema, newModuleManifestSchema, routePatternSchema, type ModuleManifest } from './module-manifest.ts';
export { platformMoveSchema, type LogEntry, type Move, type MoveResult, type PlatformMove } from './move.ts';
export { emptyRegistry, pointedReleases, registeredRemote, registrySchema, type RegisteredRemote, type Registry } from './registry.ts';
export {
  BUILD_DESCRIPTION_FILE,
  buildDescriptionSchema,
  MAX_SLOT_PROPS,
  moduleManifestOf,
  RELEASE_PLACEHOLDER,
  releaseManifestSchema,
  type BuildDescription,
  type ManifestReading,
  type ReleaseManifest,
} from './release-manifest.ts';
export { FILE_PATH } from './route-pattern.ts';
export { SITE_SLOT_OWNER, SITE_SLOTS } from './site-slots.ts';
export { directionOf } from './text-direction.ts';
export { threeQuartersWithin, timingOf, withTimings, type Measure } from './timings.ts';
