/**
 * Name of the event by which the auth remote tells the window that the site's Supabase project has another address or key
 * than the tab's client: the shell offers to reload.
 */
export const PROJECT_MOVED = 'atrium-project-moved';
