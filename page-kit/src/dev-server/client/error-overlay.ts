import type { ErrorReport, ExplainedError } from './error-report.ts';

/** An error as the overlay shows it. */
export type ShownError = Pick<ErrorReport, 'title'> & ExplainedError;

/** What failed: the build, or the code that runs in the tab. */
type Source = 'build' | 'running';

// Not translated: for teams only.
const HEADINGS: Readonly<Record<Source, string>> = { build: 'The build failed', running: 'Error on this page' };
const HINT = 'Fix it, and the page goes on by itself. Escape hides this.';

const STYLES = `
  dialog {
    position: fixed; inset: 0; box-sizing: border-box; inline-size: min(60rem, 100vw - 2rem); max-block-size: calc(100vh - 2rem);
    margin: auto; padding: 1.5rem; overflow: auto; border: 0; border-block-start: 4px solid #d13438; border-radius: 8px;
    background: #1d1f23; color: #e6e6e6; box-shadow: 0 12px 48px #0009; font: 15px/1.5 system-ui, sans-serif; text-align: start;
  }
  dialog::backdrop { background: #0008; }
  header { display: flex; gap: 1rem; justify-content: space-between; align-items: center; }
  h1 { margin: 0; font-size: 0.95rem; font-weight: 600; color: #ff9a9d; }
  h2 { margin: 1rem 0 0.25rem; font-size: 1.1rem; font-weight: 600; white-space: pre-wrap; overflow-wrap: anywhere; }
  h3 { margin: 1rem 0 0.25rem; font-size: 0.85rem; font-weight: 600; color: #b6b9bf; }
  section + section { margin-block-start: 1.5rem; border-block-start: 1px solid #45484e; }
  p { margin: 0.25rem 0; color: #b6b9bf; }
  pre { margin: 0.5rem 0 0; padding: 0.75rem; overflow-x: auto; border-radius: 4px; background: #131417; color: inherit; font: 13px/1.6 ui-monospace, Menlo, Consolas, monospace; }
  .place { color: #9ecbff; font-family: ui-monospace, Menlo, Consolas, monospace; }
  .marked { color: #fff; background: #5c1f24; }
  button { padding: 0.25rem 0.75rem; border: 1px solid #6a6e76; border-radius: 4px; background: none; color: inherit; font: inherit; cursor: pointer; }
  summary { margin-block-start: 1rem; color: #b6b9bf; cursor: pointer; }
`;

/** Shows errors in a modal dialog over the page. It sets texts and a style sheet object only, which every policy of the site allows. */
export class ErrorOverlay {
  #dialog: HTMLDialogElement | null = null;

  /** Shows these errors instead of those before. */
  show(errors: readonly ShownError[], source: Source): void {
    const dialog = this.#dialog ?? (this.#dialog = createDialog());
    const close = element('button', 'Close');
    close.type = 'button';
    close.addEventListener('click', () => dialog.close());
    const heading = element('h1', HEADINGS[source]);
    heading.id = 'heading';
    const header = element('header');
    header.append(heading, close);
    dialog.replaceChildren(header, ...errors.map(sectionOf), element('p', HINT));
    if (!dialog.open) dialog.showModal();
  }

  hide(): void {
    this.#dialog?.close();
  }
}

function createDialog(): HTMLDialogElement {
  const host = document.createElement('atrium-development-errors');
  const root = host.attachShadow({ mode: 'open' });
  const styles = new CSSStyleSheet();
  styles.replaceSync(STYLES);
  root.adoptedStyleSheets = [styles];
  const dialog = element('dialog');
  dialog.setAttribute('aria-labelledby', 'heading');
  dialog.lang = 'en';
  dialog.dir = 'ltr';
  root.append(dialog);
  document.documentElement.append(host);
  return dialog;
}

function sectionOf({ title, place, frame, components, stack }: ShownError): HTMLElement {
  const section = element('section');
  const [first = '', ...rest] = title.split('\n');
  section.append(element('h2', first));
  if (place !== null) section.append(element('p', place, 'place'));
  const detail = rest.join('\n').trim();
  if (detail !== '') section.append(codeOf(detail));
  if (frame !== null) section.append(codeOf(frame));
  if (components.length > 0) section.append(element('h3', 'Components'), element('pre', components.join('\n')));
  if (stack.length > 0) {
    const details = element('details');
    details.append(element('summary', 'Stack'), element('pre', stack.join('\n')));
    section.append(details);
  }
  return section;
}

/** Code whose marked line stands out: see `sourceFrame`. */
function codeOf(text: string): HTMLElement {
  const code = element('pre');
  code.append(...text.split('\n').map((line) => element('span', `${line}\n`, line.startsWith('>') ? 'marked' : '')));
  return code;
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, text = '', className = ''): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  created.textContent = text;
  if (className !== '') created.className = className;
  return created;
}
