import { UPLOAD_LIMITS } from '@atrium/releases/stores/site';

/** The texts of this server for visitors, operators and page teams. The texts of documents, which are translated, are in ../routes/document/texts.ts. */
export const messages = {
  siteTitle: 'Atrium',
  siteDescription: 'Shared boards for notes that matter: write a note, invite the people it concerns, and work on it together.',
  unavailable: {
    title: 'Atrium is not ready yet',
    lead: 'The site is currently unavailable. This page reloads automatically.',
    operator: 'For the operator of the site:',
    missing: 'There is no registry of releases yet. Publish the shell, then the auth remote.',
    malformed:
      'The registry of releases cannot be read. Restore it from a backup; without one, “atrium status” says how to rebuild it from the log.',
    shell: 'No usable release of the shell is live. Publish the shell again, or run “atrium rollback shell”.',
    unreadable: 'The release store cannot be read. Check RELEASES_DIR and the permissions of that folder, or RELEASES_SUPABASE_URL.',
  },
  outdated: 'The last known site is served.',
  problems: {
    'not-found': 'There is nothing at this URL.',
    'no-development': 'This site does not serve its development build. Its operator can allow that with ALLOW_DEVELOPMENT=true.',
    'no-development-build':
      'The live shell was published without its development build. Publish the shell again from a newer checkout.',
    'method-not-allowed': 'This URL can only be read: use GET or HEAD.',
    'too-many-requests': 'Too many requests came from this IP address. Wait a little, then try again.',
    'bad-request': 'The server does not understand this request.',
    'foreign-host': 'This site is not served under this host name. Open it as localhost, or add the name to ALLOWED_HOSTS and start the site again.',
    'not-own-page': 'Only pages of this site may send this request.',
    'not-signed-in': 'Log in first, then try again.',
    'sign-in-unavailable': 'The site cannot find out who you are right now. Try again in a few seconds.',
    'preview-altered': 'This link was changed after its team created it, or the team’s token was revoked. Copy the whole link again, or ask for a new one.',
    'preview-expired': 'This link has expired. Ask its team for a new one.',
    'preview-not-allowed': 'The team that made this link may not release that part of the site. Ask the platform team.',
    'preview-not-stored': 'The release of this link was never stored, or has been removed. Ask its team for a new link.',
    'no-platform-team': 'This site has no platform team. Ask the operator to list user IDs or email addresses in PLATFORM_TEAM and restart the server. Until then, use the atrium command to move releases.',
    'not-platform-team': 'Only the platform team may do this. The operator of the site lists its members in PLATFORM_TEAM.',
    'address-unproven':
      'PLATFORM_TEAM lists your email address, but nothing shows that you confirmed it by email when you created your account, so anyone could have entered it. Ask the operator to add your user ID instead.',
    'second-factor-needed': 'Enter your two-step verification code first, then try again.',
    'no-preview-signer': 'No team that may release this module has a valid token to sign a preview with. Create one with “atrium token create”.',
    unavailable: 'The site is not ready. Try again in a few seconds.',
    failed: 'The server could not handle the request. Try again; if it happens again, tell the operator of the site.',
  },
  storeProblems: {
    'unknown-token': 'The site does not know this token, or it has expired. Ask the platform team for a new one.',
    'not-your-remote': 'This team’s token does not cover this remote. Ask the platform team, or use your own team’s token.',
    'not-your-right': 'Only the token of a team that may release everything may do this.',
    'not-found': 'The store has nothing at this URL.',
    'bad-request': 'This request is invalid. Update page-kit, or the site.',
    'too-large': `This is more than the store takes: ${UPLOAD_LIMITS.files} files and ${UPLOAD_LIMITS.bytes / 1_000_000} MB for a release.`,
    'too-many-requests': 'Too many requests came from this IP address. Wait a minute, then try again.',
  },
} as const;

/** The code of a problem in a response. */
export type ProblemCode = keyof typeof messages.problems;

/** Why there is no site at the moment. */
export type UnavailableReason = 'missing' | 'malformed' | 'shell' | 'unreadable';
