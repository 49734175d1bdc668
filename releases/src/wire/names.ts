/** The platform team's page (design §7, §10). What it asks the site's server lies below it. */
export const platformPath = '/__atrium/releases';

/** Where that page asks what is live where, how it does, and who may release what. */
export const platformStatePath = `${platformPath}/state`;

/** Where it asks for the history, with the query of store-wire.ts. */
export const platformLogPath = `${platformPath}/log`;

/** Where it sends moves: see platform-move.ts. */
export const platformMovesPath = `${platformPath}/moves`;

/** The page that asks whether a preview shall be shown, and where it asks the site's server; the link is the fragment. */
export const previewPath = '/__atrium/preview';

/** Where that page asks what a link shows. */
export const previewCheckPath = `${previewPath}/check`;

/** The query of a page that shall be shown as a preview: see previewDigest. The tab remembers it under the same name. */
export const previewQuery = 'atrium-preview';

/** Id of the data block in which a document says that it is a preview. */
export const previewBlockId = 'atrium-preview';

/** Where tabs report what became of the releases of page modules (design §7, Reports). Tabs do not need the form's schema. */
export const reportsPath = '/__atrium/reports';

/** So many reports come in one request at most: a tab that starts every module of a large site sends a few requests. */
export const mostReports = 50;

/**
 * How tabs hear of moves where the project of the sign-in keeps the releases too: by a broadcast of Supabase Realtime on a
 * public topic, which the migration `…_atrium_release_news.sql` sends. Anybody can send one: it is a hint, and no fact.
 */
export const releaseNews = {
  /** Of the document's meta element that says so. */
  metaName: 'atrium-release-news',
  /** What stands in it, and the name of the channel. */
  topic: 'atrium:releases',
  event: 'moved',
} as const;

/**
 * How a document says where tabs send telemetry: a meta element whose `content` is the base address of an OTLP collector,
 * which is absolute, or a path of the document's own origin. A document without it is of a site without telemetry.
 */
export const telemetryMeta = {
  name: 'atrium-telemetry',
  /** Attribute with the share of tabs that send anything: a number above 0, and 100 at most. */
  share: 'data-share',
} as const;

/** The attribute of the element that the shell puts around the pages of a module: `data-atrium-module="orders"`. */
export const MODULE_ATTRIBUTE = 'data-atrium-module';
