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
