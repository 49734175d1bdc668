import { CopyButton } from '../frame/copy-button.tsx';
import { frameText } from '../frame/messages.ts';
import type { FailedPart } from '../runtime/open-tab.ts';
import { message } from '../texts/messages.ts';

/** The end of the card of a failed page: what its team needs to find the failure, which is in the console too. */
export function FailureFacts(failure: FailedPart) {
  const { owner, module, release, trace } = factsOf(failure);
  const facts = [
    { label: frameText('failure.module'), value: module, isId: true },
    { label: frameText('failure.team'), value: owner, isId: false },
    { label: frameText('failure.release'), value: release, isId: true },
    { label: frameText('failure.trace'), value: trace, isId: true },
  ];
  return (
    <div className="shell-failure-facts atrium-small">
      <p className="atrium-muted">{frameText('failure.lead')}</p>
      <dl className="atrium-facts">
        {facts.map(({ label, value, isId }) => [
          <dt key={label}>{label}</dt>,
          <dd key={value}>{isId ? <bdi className="shell-release" dir="ltr">{value}</bdi> : <bdi>{value}</bdi>}</dd>,
        ])}
      </dl>
      <div><CopyButton label={frameText('failure.copy')} text={facts.map(({ label, value }) => `${label}: ${value}`).join('\n')} /></div>
    </div>
  );
}

/** The same as a sentence, for the card of a failed extension. */
export function failureDetail(failure: FailedPart): string {
  return frameText('failure.detail', factsOf(failure));
}

function factsOf({ module: { manifest }, error }: FailedPart) {
  return { owner: manifest.owner ?? message('site.name'), module: manifest.name, release: error.release ?? '–', trace: error.trace };
}
