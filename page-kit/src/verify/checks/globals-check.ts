import type { Check } from '../check.ts';
import { placeOf } from '../screens.ts';

/** Containers and chunk lists of releases, which carry the release in their name. */
const RELEASE_GLOBAL = /^global (?:webpackChunk)?atrium_\w+_[a-z2-7]+$/;

/** Files that the shell and the releases load. */
const RELEASE_FILE = /^in the head <(?:link|script) .*(?:href|src)="(?:https?:\/\/[^/"]+)?\/releases\//;

/** What the sign-in and the shell store. */
const OF_THE_SITE = /^(?:local|session)Storage (?:sb-|atrium-|user$)/;

export const globalsCheck: Check = {
  name: 'globals',
  expectation: 'The module leaves nothing in the tab that others could meet: no global, no foreign key of the storage, nothing in the head or the body.',
  mend: "Keep state in modules, or under a symbol that names your module, such as Symbol.for('orders drafts'); let keys of the storage begin with the module's name; take back what you put into the document.",
  run: (tried, { walks }) => {
    // Another module may be started, or loaded ahead, at any time.
    const names = [tried.manifest, ...tried.others].flatMap(({ name }) => [name, name.replaceAll('-', '_')]).join('|');
    const key = new RegExp(`^(?:local|session)Storage (?:${names})(?:[-_.:/]|$)`);
    const symbol = new RegExp(`^global \\[Symbol\\(.*\\b(?:${names})\\b.*\\)\\]$`);
    const allowed = [RELEASE_GLOBAL, RELEASE_FILE, OF_THE_SITE, key, symbol];
    const findings = walks.flatMap(({ view, traces }) =>
      traces.filter((trace) => !allowed.some((pattern) => pattern.test(trace))).map((trace) => ({ where: placeOf(view), problem: `There is something new: ${trace}.` })),
    );
    return Promise.resolve(findings);
  },
};
