/** Every text that this server shows to people who run the site or release to it. What visitors see before the shell is there is in document-texts.ts. */
export const messages = {
  siteTitle: 'Atrium',
  siteDescription: 'One place for your work: keep your notes where you can find them, on every device, behind one sign-in.',
  unavailable: {
    title: 'Atrium is not ready yet',
    lead: 'The site is not there at the moment. This page loads again by itself.',
    operator: 'For whoever runs the site:',
    missing: 'There is no registry of releases yet. Run “npm run build”, which builds and publishes every part.',
    malformed:
      'The registry of releases cannot be read. Restore registry.json from a copy; without one, “atrium status” says how to write it from the log.',
    shell: 'No usable release of the shell is live. Run “npm run build”, or publish the shell again.',
    unreadable: 'The release store cannot be read. Check RELEASES_DIR and the rights on that folder, or RELEASES_SUPABASE_URL.',
  },
  outdated: 'The site is served as it was last.',
  problems: {
    'not-found': 'There is nothing at this address.',
    'no-development':
      'This site does not hand out its development build. Whoever runs it can allow that with ALLOW_DEVELOPMENT=true.',
    'no-development-build':
      'The live shell was published without its development build. Publish the shell again from a newer checkout.',
    'method-not-allowed': 'This address can only be read: use GET or HEAD.',
    'too-many-requests': 'Too many requests came from this address. Wait a little, then try again.',
    'bad-request': 'This request cannot be understood.',
    'not-own-page': 'Only a page of this site may ask for this.',
    'not-signed-in': 'Log in first, then try again.',
    'sign-in-away': 'It cannot be found out who asks. Try again in a few seconds.',
    'preview-altered': 'This link is not as it was signed, or the token that signed it was revoked. Ask its team for a new one.',
    'preview-expired': 'This preview has expired. Ask its team for a new link.',
    'preview-not-allowed': 'The team that signed this link may not release what it shows. Ask the platform team.',
    'preview-not-stored': 'The release of this preview is not stored, or not any more. Ask its team for a new link.',
    'no-platform-team': 'This site has no platform team. Whoever runs it sets PLATFORM_TEAM to the e-mail addresses of its people.',
    'not-platform-team': 'Only the platform team may do this. Whoever runs the site names its people in PLATFORM_TEAM.',
    'address-unproven':
      'PLATFORM_TEAM lists your email address, but no mail confirmed it when your account was new. Ask the operator to add your user ID instead.',
    'second-factor-needed': 'Give the code of your second factor first, then try again.',
    unavailable: 'The site is not ready. Try again in a few seconds.',
    failed: 'The server failed to answer. Try again; if it happens again, tell the people who run the site.',
  },
  storeProblems: {
    'unknown-token': 'The site does not know this token, or it has expired. Ask the platform team for a new one.',
    'not-your-remote': 'This team’s token does not cover this remote. Ask the platform team, or use your own team’s token.',
    'not-your-right': 'Only the token of a team that may release everything may do this.',
    'not-found': 'The store has nothing at this address.',
    'bad-request': 'The store cannot understand this request. Update page-kit, or the site',
    'too-large': 'This is more than the store takes: 2000 files and 64 MB for a release.',
    'too-many-requests': 'Too many requests came from this address. Wait a minute, then try again.',
  },
} as const;

/** What can be wrong with a request that gets no document. */
export type ProblemCode = keyof typeof messages.problems;

/** Why there is no site at the moment. */
export type UnavailableReason = 'missing' | 'malformed' | 'shell' | 'unreadable';
