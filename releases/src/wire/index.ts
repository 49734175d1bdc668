export { contributionListingSchema, divideManifest, type ContributionListing, type Contributions } from './contributions.ts';
export type { FailureReport } from './failure-report.ts';
export { frameColors, type FrameColor } from './frame-colors.ts';
export { EXTENSION_ATTRIBUTE, EXTENSION_FAILURE_ATTRIBUTE, MODULE_ATTRIBUTE, NO_PAGE_ATTRIBUTE, PRERENDERED_ATTRIBUTE, SIGN_IN_ATTRIBUTE, SUBMITTED_ATTRIBUTE } from './module-attribute.ts';
export {
  CONTRIBUTIONS_PATH,
  DEFAULT_ORDER,
  HEADER_ENTRIES,
  MAX_PLACES,
  MAX_REPORTED_MS,
  MAX_REPORTS,
  PLATFORM_LOG_PATH,
  PLATFORM_MEMBER_PATH,
  PLATFORM_MOVES_PATH,
  PLATFORM_PATH,
  PLATFORM_PREVIEW_PATH,
  PLATFORM_STATE_PATH,
  PREVIEW_BLOCK_ID,
  PREVIEW_CHECK_PATH,
  PREVIEW_PATH,
  PREVIEW_QUERY,
  RELEASE_BROADCAST,
  REPORTS_PATH,
  TELEMETRY_TAG,
} from './names.ts';
export {
  PLATFORM_REFUSALS,
  platformLogSchema,
  platformMovedSchema,
  platformPreviewRefusalSchema,
  platformPreviewSchema,
  platformRefusalSchema,
  platformStateSchema,
  type PlatformFailure,
  type PlatformHealth,
  type PlatformLogEntry,
  type PlatformRemote,
  type PlatformState,
  type PlatformTeam,
} from './platform.ts';
export {
  PREVIEW_REFUSALS,
  previewResponseSchema,
  previewBlockSchema,
  previewConfirmedSchema,
  previewRefusalSchema,
  type PreviewResponse,
  type PreviewBlock,
  type ShownPreview,
} from './preview.ts';
export { releaseKey } from '../model/identity.ts';
export { parseReleaseDetails, releaseListingSchema, type AuthRelease, type PageRelease, type ReleaseDetails, type ReleaseListing } from './release-responses.ts';
export { releaseSetSchema, shellReleaseSchema, type ListedPage, type ReleaseSet, type RemoteRelease, type ShellRelease } from './release-set.ts';
export { reportKindSchema, reportsSchema, type Report, type ReportKind } from './reports.ts';
