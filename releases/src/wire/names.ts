// Names that the server, the shell and page-kit share. They are apart from the schemas, so that code in a browser can use
// a path without loading the schemas of its responses.

/** The platform team's page. The paths of its requests begin with it. */
export const PLATFORM_PATH = '/__atrium/releases';

/** The platform team's page reads the registry, the health of releases and the teams here. */
export const PLATFORM_STATE_PATH = `${PLATFORM_PATH}/state`;

/** The platform team's page reads the history here, with `logQuerySchema` as its query. */
export const PLATFORM_LOG_PATH = `${PLATFORM_PATH}/log`;

/** The platform team's page sends moves here: see `platformMoveSchema`. */
export const PLATFORM_MOVES_PATH = `${PLATFORM_PATH}/moves`;

/** The shell asks here whether the user belongs to the platform team, before it offers the inspector. */
export const PLATFORM_MEMBER_PATH = `${PLATFORM_PATH}/member`;

/** The inspector asks here for a preview link to any stored release: see `previewRequestSchema`. */
export const PLATFORM_PREVIEW_PATH = `${PLATFORM_PATH}/preview`;

/** The page that asks the visitor whether to show a preview, and the path of its requests. The signed link is the fragment. */
export const PREVIEW_PATH = '/__atrium/preview';

/** The preview page asks here what a link shows. */
export const PREVIEW_CHECK_PATH = `${PREVIEW_PATH}/check`;

/** The query parameter of a previewed page, and the tab's storage key for it: see `previewDigest`. */
export const PREVIEW_QUERY = 'atrium-preview';

/** The id of the data block that marks a document as a preview. */
export const PREVIEW_BLOCK_ID = 'atrium-preview';

/** Tabs request here the contributions of all page modules: see `contributionListingSchema`. */
export const CONTRIBUTIONS_PATH = '/__atrium/contributions';

/**
 * The header and the home page show at most this many menu entries. The document of a large site names the modules of as many, so
 * the header does not change when the other modules arrive.
 */
export const HEADER_ENTRIES = 5;

/** The position of menu entries and extensions without `order` (page contract). */
export const DEFAULT_ORDER = 500;

/** Tabs report here how releases of page modules performed. */
export const REPORTS_PATH = '/__atrium/reports';

/** The maximum number of reports in one request. A tab that starts every module of a large site sends a few requests. */
export const MAX_REPORTS = 50;

/** The maximum number of places in the report of a failure. */
export const MAX_PLACES = 8;

/** Longest time in a report, in milliseconds: users who wait for longer have left. */
export const MAX_REPORTED_MS = 10 * 60_000;

/**
 * The broadcast of Supabase Realtime that tells tabs about moves, on sites whose sign-in project also stores the releases.
 * The migration `…_atrium_release_news.sql` sends it on a public topic. Anyone can send one, so it is only a hint.
 */
export const RELEASE_BROADCAST = {
  /** The name of the document's meta element that turns it on. */
  metaName: 'atrium-release-news',
  /** The content of that element, and the name of the channel. */
  topic: 'atrium:releases',
  event: 'moved',
} as const;

/**
 * The meta element that turns telemetry on. Its `content` is the base URL of an OTLP collector: an absolute
 * URL, or a path on the document's origin. A site without telemetry has no such element.
 */
export const TELEMETRY_TAG = {
  name: 'atrium-telemetry',
  /** The attribute with the percentage of tabs that send telemetry: above 0, at most 100. */
  shareAttribute: 'data-share',
} as const;
