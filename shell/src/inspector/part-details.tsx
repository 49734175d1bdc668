import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import { dateLocale, formatDateTime, language } from '@atrium/page-kit/messages';
import { Alert, Button } from '@atrium/page-kit/ui';
import type { ShownPreview } from '@atrium/releases/wire';
import { useId, useState, useTransition, type ReactNode } from 'react';
import type { FailureList } from '../runtime/part-failures.ts';
import { inspectorText } from './messages.ts';
import type { Part } from './parts.ts';
import { goBackToLive, replaceInTab, type InspectorProblem } from './replacement.ts';
import { useStoredReleases, type StoredRelease } from './stored-releases.ts';

/** Bytes of a kilobyte. */
const KILOBYTE = 1_000;

interface Props {
  readonly part: Part;
  /** Null if the sign-in did not load. */
  readonly auth: AuthHandle | null;
  /** Whether the user belongs to the platform team. */
  readonly mayReplace: boolean;
  /** The tab's preview if it shows this part; null otherwise. */
  readonly preview: ShownPreview | null;
  /** The part's live release, if a preview replaces it; null if it is not known. */
  readonly live: string | null;
}

/** What the inspector knows about a part, and the releases that can replace it in this tab. */
export function PartDetails({ part, auth, mayReplace, preview, live }: Props) {
  const { kind, name, owner, place, release, files, failures } = part;
  return (
    <>
      <dl className="inspector-facts">
        <dt>{inspectorText('details.module')}</dt>
        <dd><code dir="ltr">{name}</code></dd>
        {owner !== null && <Fact name={inspectorText('details.owner')}><bdi>{owner}</bdi></Fact>}
        {place !== null && <Fact name={inspectorText(kind === 'page' ? 'details.route' : 'details.slot')}><code dir="ltr">{place}</code></Fact>}
        <Fact name={inspectorText('column.release')}><code dir="ltr">{release}</code></Fact>
        {files && (
          <Fact name={inspectorText('details.files')}>
            {inspectorText(files.fromCache ? 'cachedFiles' : 'files', { count: files.count, size: kilobytes(files.bytes) })}
          </Fact>
        )}
        <Fact name={inspectorText('details.errors')}><Failures failures={failures} /></Fact>
      </dl>
      {mayReplace && auth
        ? <TeamReleases auth={auth} name={name} here={release} isPreview={preview !== null} />
        : preview && auth && <ReleaseChoice auth={auth} name={name} here={release} isPreview releases={previewReleases(preview, live)} problem={null} />}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Failures({ failures: { count, latest } }: { readonly failures: FailureList }) {
  if (count === 0) return <span className="inspector-none">{inspectorText('noErrors')}</span>;
  return (
    <>
      {count > latest.length && <p>{inspectorText('latestErrors', { shown: latest.length, all: count })}</p>}
      <ul className="inspector-failures">
        {latest.map(({ error, stage, at }, index) => (
          <li key={index}>
            <span dir="ltr">{messageOf(error)}</span>
            <span className="inspector-place">{[inspectorText(`stage.${stage}`), new Date(at).toLocaleTimeString(dateLocale()), error.trace].join(' · ')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The message of an error and of what caused it. */
function messageOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message} ${cause.name}: ${cause.message}` : message;
}

/** The releases for a user outside the platform team: the one that the link shows, and the live one. */
function previewReleases({ release }: ShownPreview, live: string | null): readonly StoredRelease[] {
  return [
    { id: release, role: 'preview', percent: null, when: null },
    { id: live, role: 'live', percent: null, when: null },
  ];
}

interface ReleasesProps {
  readonly auth: AuthHandle;
  readonly name: string;
  /** The release that runs in this tab. */
  readonly here: string;
  /** Whether a preview replaces the part. */
  readonly isPreview: boolean;
}

/** Lets a member of the platform team choose from the releases that the site knows. */
function TeamReleases(props: ReleasesProps) {
  const { releases, problem, retry, loadOlder } = useStoredReleases(props.auth, props.name);
  const [busy, startAction] = useTransition();
  if (!releases && problem) {
    return (
      <>
        <Alert>{inspectorText(`problem.${problem}`)}</Alert>
        <Button className="atrium-button-small" onClick={retry}>{inspectorText('again')}</Button>
      </>
    );
  }
  if (!releases) return <p className="inspector-none" role="status">{inspectorText('releases.loading')}</p>;
  if (releases.every(({ id }) => id === props.here)) return <p className="inspector-none">{inspectorText('releases.none')}</p>;
  return (
    <ReleaseChoice {...props} releases={releases} problem={problem}>
      {loadOlder && <Button busy={busy} className="atrium-button-small" onClick={() => startAction(loadOlder)}>{inspectorText('releases.older')}</Button>}
    </ReleaseChoice>
  );
}

interface ReleaseChoiceProps extends ReleasesProps {
  readonly releases: readonly StoredRelease[];
  /** Why older releases could not be loaded; null otherwise. */
  readonly problem: InspectorProblem | null;
  /** Further buttons. */
  readonly children?: ReactNode;
}

function ReleaseChoice({ auth, name, here, isPreview, releases, problem, children }: ReleaseChoiceProps) {
  const [chosen, setChosen] = useState<StoredRelease | null>(null);
  const [refusal, setRefusal] = useState<InspectorProblem | null>(null);
  const [busy, startAction] = useTransition();
  const group = useId();
  const replace = () =>
    startAction(async () => {
      setRefusal(null);
      if (chosen?.role === 'live' && isPreview) await goBackToLive();
      else if (chosen?.id) setRefusal(await replaceInTab(auth, name, chosen.id));
    });
  const shownProblem = refusal ?? problem;
  return (
    <>
      <fieldset className="inspector-releases">
        <legend>{inspectorText('releases.heading')}</legend>
        <ul>
          {releases.map((release) => (
            <li key={release.id}>
              <label>
                <input checked={release.id === (chosen ? chosen.id : here)} name={group} onChange={() => setChosen(release)} type="radio" />
                {release.id === null
                  ? <span>{inspectorText('release.unnamed')}</span>
                  : <span className="inspector-release" dir="ltr" title={release.id}>{release.id.slice(0, 8)}</span>}
                <span className="inspector-place">{describe(release, here)}</span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      {shownProblem && <Alert>{inspectorText(`problem.${shownProblem}`)}</Alert>}
      <div className="inspector-actions">
        <Button busy={busy} className="atrium-button-small" onClick={replace} unavailable={chosen === null || chosen.id === here}>{inspectorText('replace')}</Button>
        {children}
      </div>
      <p className="inspector-none">{inspectorText('onlyHere')}</p>
    </>
  );
}

function describe({ id, role, percent, when }: StoredRelease, here: string): string {
  const texts = [inspectorText(`release.${role}`, percent === null ? {} : { percent })];
  if (when !== null) texts.push(formatDateTime(when));
  if (id === here) texts.push(inspectorText('releases.here'));
  return texts.join(' · ');
}

function kilobytes(bytes: number): string {
  return Math.ceil(bytes / KILOBYTE).toLocaleString(language(), { style: 'unit', unit: 'kilobyte', unitDisplay: 'short' });
}
