import { formatDate } from '@atrium/page-kit/messages';
import type { PlatformTeam } from '@atrium/releases/wire';
import { Alert } from '@atrium/page-kit/ui';
import { platformText } from './messages.ts';

/** Milliseconds before its expiry from which a token is marked: two weeks, so that a team can replace it in time. */
const EXPIRY_WARNING_TIME = 14 * 24 * 3_600_000;

/** Which team may release what, and when its tokens expire. */
export function TeamList({ teams, now }: { readonly teams: readonly PlatformTeam[] | null; readonly now: number }) {
  if (teams === null) return <Alert tone="info">{platformText('teams.unreadable')}</Alert>;
  if (teams.length === 0) return <p>{platformText('teams.none')}</p>;
  return (
    <ul className="platform-list">
      {teams.map(({ team, remotes, tokens }) => (
        <li key={team} className="platform-team">
          <div>
            <h3>{team}</h3>
            <p className="atrium-muted atrium-small">{platformText('teams.covers', { remotes: remotes.includes('*') ? platformText('teams.everything') : remotes.join(', ') })}</p>
          </div>
          {tokens.length === 0 ? (
            <p className="atrium-muted atrium-small">{platformText('teams.noTokens')}</p>
          ) : (
            <ul className="platform-tokens atrium-small">
              {tokens.map(({ id, created, expires }) => (
                <li key={id}>
                  {platformText('teams.token', { id, created: formatDate(created) })}{' · '}
                  {expires === null ? platformText('teams.unlimited') : platformText('teams.expires', { time: formatDate(expires) })}
                  <TokenMark expires={expires} now={now} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function TokenMark({ expires, now }: { readonly expires: string | null; readonly now: number }) {
  if (expires === null) return null;
  const left = Date.parse(expires) - now;
  if (left > EXPIRY_WARNING_TIME) return null;
  const mark = left <= 0 ? 'expired' : 'soon';
  return <> <strong className={`platform-mark platform-mark-${mark}`}>{platformText(`teams.${mark}`)}</strong></>;
}
