import { formatDateTime } from '@atrium/page-kit/messages';
import { Alert, Button } from '@atrium/page-kit/ui';
import { Dialog } from '@atrium/page-kit/primitives';
import type { PlatformFailure, PlatformHealth, PlatformState } from '@atrium/releases/wire';
import type { ReactNode } from 'react';
import { ReleaseName, remoteTitle } from './names.tsx';
import { platformText } from './messages.ts';
import { healthOf, isFailing, visitorsOf } from './remote-status.ts';

/** Which slot an extension waits for. */
export function waitingText({ extension, slot, slotVersion: version, offered }: PlatformState['waiting'][number]): string {
  return offered === null
    ? platformText('extension.waitsForSlot', { extension, slot, version })
    : platformText('extension.waitsForVersion', { extension, slot, version, offered });
}

/** The problems that have a text. */
const KNOWN_PROBLEMS = ['missing', 'malformed', 'other-kind'] as const;

/** Why a release cannot be used. */
export function problemText({ release, problem, code, canary }: PlatformState['problems'][number]): string {
  const known = KNOWN_PROBLEMS.find((one) => one === code);
  const reason = isolated(problem);
  return platformText(canary ? 'problem.ofCanary' : 'problem', { release: isolated(release), problem: known ? platformText(`problem.${known}`, { reason }) : reason });
}

function countText(count: number): string {
  return count.toLocaleString(document.documentElement.lang || 'en');
}

/** Milliseconds above which a page is slow, and an interaction (https://web.dev/articles/vitals: "poor"). */
const SLOW_LOAD_MS = 4000;
const SLOW_INPUT_MS = 500;

/** A duration in the largest unit that keeps it above 1: "1.2s" or "80ms". */
function durationText(ms: number): string {
  const unit = ms < 1000 ? 'millisecond' : 'second';
  const format = new Intl.NumberFormat(document.documentElement.lang || 'en', { style: 'unit', unit, unitDisplay: 'narrow', maximumFractionDigits: 1 });
  return format.format(unit === 'second' ? ms / 1000 : ms);
}

/** How long the pages and the interactions of a release take three of four visitors at most. */
export function Speed({ health }: { readonly health: PlatformHealth | null }) {
  const { load = null, input = null } = health ?? {};
  if (load === null && input === null) return <span aria-hidden="true" className="atrium-muted">–</span>;
  return (
    <span>
      {load === null ? '–' : <span className={load > SLOW_LOAD_MS ? 'platform-bad' : undefined}>{durationText(load)}</span>}
      {' · '}
      {input === null ? '–' : <span className={input > SLOW_INPUT_MS ? 'platform-bad' : undefined}>{durationText(input)}</span>}
    </span>
  );
}

/** For how many visitors a release failed recently. */
export function FailureCount({ health }: { readonly health: PlatformHealth | null }) {
  if (health === null || visitorsOf(health.all) === 0) return <span className="atrium-muted">{platformText('health.none')}</span>;
  return (
    <span className={isFailing(health) ? 'platform-bad' : undefined}>
      {platformText('health.count', { failed: countText(health.recent.failed), all: countText(visitorsOf(health.recent)) })}
    </span>
  );
}

/** For how many of its visitors a release failed, and how fast it was. */
function Health({ health }: { readonly health: PlatformHealth | null }) {
  if (health === null || visitorsOf(health.all) === 0) return <p className="atrium-muted">{platformText('health.none')}</p>;
  const { recent, all, load = null, input = null } = health;
  return (
    <dl className="platform-measures">
      <dt>{platformText('column.failures')}</dt>
      <dd className={isFailing(health) ? 'platform-bad' : undefined}>{platformText('health.count', { failed: countText(recent.failed), all: countText(visitorsOf(recent)) })}</dd>
      <dt>{platformText('health.day')}</dt>
      <dd>{platformText('health.count', { failed: countText(all.failed), all: countText(visitorsOf(all)) })}</dd>
      <Duration label={platformText('health.load')} ms={load} slowFrom={SLOW_LOAD_MS} />
      <Duration label="INP" ms={input} slowFrom={SLOW_INPUT_MS} />
    </dl>
  );
}

function Duration({ label, ms, slowFrom }: { readonly label: string; readonly ms: number | null; readonly slowFrom: number }) {
  return ms !== null && <><dt>{label}</dt><dd className={ms > slowFrom ? 'platform-bad' : undefined}>{durationText(ms)}</dd></>;
}

/** A text whose direction does not affect the texts beside it. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** The kinds of failures that visitors of a release met. Their team finds the source lines with `atrium trace`. */
function Failures({ failures }: { readonly failures: readonly PlatformFailure[] }) {
  if (failures.length === 0) return null;
  return (
    <>
      <p className="platform-failures-title atrium-muted">{platformText('failures.title')}</p>
      <ul className="platform-failures">
        {failures.map(({ trace, type, extension, place, when, times }) => (
          <li key={trace}>
            {place === null ? <bdi>{type}</bdi> : platformText('failures.failure', { error: type, place: isolated(place) })}
            <span className="atrium-muted">
              {[extension, `${countText(times)}×`, formatDateTime(when), platformText('failures.trace', { trace: isolated(trace) })].flatMap((part) => (part === null ? [] : isolated(part))).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface Props {
  readonly state: PlatformState;
  readonly name: string;
  readonly onClose: () => void;
  readonly onHistory: () => void;
}

/** Everything that the site knows about a remote: its releases with their whole ids, their health, and what waits or is in quarantine. */
export function RemoteDetails({ state, name, onClose, onHistory }: Props) {
  const remote = state.remotes.find((one) => one.name === name);
  if (!remote) return null;
  const { kind, owner, live, previous, canary, quarantined, since } = remote;
  const health = (release: string) =>
    kind === 'page-module' && state.health && (
      <dd>
        <Health health={healthOf(state, remote, release)} />
        <Failures failures={(state.failures ?? []).filter((failure) => failure.name === name && failure.release === release)} />
      </dd>
    );
  const waiting = state.waiting.filter(({ module }) => module === name);
  return (
    <Dialog
      open
      onClose={onClose}
      title={remoteTitle(remote)}
      description={[name, kind === 'page-module' ? platformText(kind) : remoteTitle(remote), owner ?? ''].filter(Boolean).map(isolated).join(' · ')}
      actions={<Button onClick={onHistory}>{platformText('history')}</Button>}
    >
      {state.problems
        .filter((problem) => problem.remote === name)
        .map((problem) => <Alert key={problem.release}>{problemText(problem)}</Alert>)}
      <dl className="platform-facts">
        <Fact label={platformText('remote.live')}>
          {live === null ? <dd>{platformText('remote.retired')}</dd> : <dd><ReleaseName isWhole release={live} /></dd>}
          {live !== null && since !== null && <dd className="atrium-muted"><time dateTime={since}>{platformText('remote.since', { time: formatDateTime(since) })}</time></dd>}
          {live !== null && health(live)}
        </Fact>
        {canary && (
          <Fact label={platformText('remote.canary', { percent: canary.percent })}>
            <dd><ReleaseName isWhole release={canary.release} /></dd>
            {health(canary.release)}
          </Fact>
        )}
        {previous !== null && (
          <Fact label={platformText('remote.previous')}>
            <dd><ReleaseName isWhole release={previous} /></dd>
            {health(previous)}
          </Fact>
        )}
        {quarantined.length > 0 && (
          <Fact label={platformText('remote.quarantined', { count: quarantined.length })}>
            {quarantined.map((release) => <dd key={release}><ReleaseName isWhole release={release} /></dd>)}
          </Fact>
        )}
      </dl>
      {waiting.map((one) => <p className="atrium-muted" key={one.extension}>{waitingText(one)}</p>)}
      {kind === 'page-module' && state.health && <p className="atrium-muted atrium-small">{platformText('remotes.speed')}</p>}
    </Dialog>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return <div><dt>{label}</dt>{children}</div>;
}
