/** The style sheet of the inbox. Its colours are the tokens of the site (page-kit/src/ui/tokens.css), which this workspace must not import. */
export const INBOX_CSS = `:root {
  color-scheme: light dark;
  --ground: light-dark(#fbfcfb, #0e1211);
  --sidebar: light-dark(#f4f6f5, #0b0f0e);
  --surface: light-dark(#ffffff, #141a18);
  --sunken: light-dark(#eef1ef, #1a211f);
  --text: light-dark(#16201c, #e6ece9);
  --muted: light-dark(#5c6963, #9ba8a2);
  --edge: light-dark(#e4e8e6, #262f2c);
  --edge-control: light-dark(#84918b, #6f7c76);
  --accent: light-dark(#0b6b5b, #4fc3ab);
  --accent-wash: light-dark(#e3efeb, #17302a);
}
* { box-sizing: border-box; }
html, body { height: 100%; }
body { display: grid; grid-template-rows: auto minmax(0, 1fr); margin: 0; background: var(--ground); color: var(--text); font: 0.875rem/1.5 ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h1, h2, p, ol, dl, dd { margin: 0; padding: 0; }
time, dd { font-variant-numeric: tabular-nums; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; min-height: 3rem; padding: 0.5rem 1.25rem; border-bottom: 1px solid var(--edge); }
.bar a { display: flex; align-items: center; gap: 0.5rem; color: inherit; font-weight: 600; text-decoration: none; }
.bar svg { color: var(--accent); }
.badge { padding: 0 0.5rem; border-radius: 0.375rem; background: var(--sunken); color: var(--muted); font-size: 0.8125rem; line-height: 1.5rem; }
.note { color: var(--muted); font-size: 0.8125rem; }
.columns { display: grid; grid-template-columns: 19rem minmax(0, 1fr); min-height: 0; }
.list { overflow: auto; border-inline-end: 1px solid var(--edge); background: var(--sidebar); }
.list ol { display: grid; gap: 1px; padding: 0.5rem; list-style: none; }
.list a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 0.5rem; padding: 0.625rem 0.75rem; border-radius: 0.375rem; color: inherit; font-size: 0.8125rem; text-decoration: none; }
.list a:hover { background: var(--sunken); }
.list a[aria-current] { background: var(--accent-wash); }
.list a:focus-visible { outline-offset: -2px; }
.list b { overflow: hidden; font-weight: 500; text-align: left; text-overflow: ellipsis; white-space: nowrap; }
.list time { color: var(--muted); font-size: 0.75rem; line-height: 1.25rem; }
.list span { grid-column: 1 / -1; overflow: hidden; color: var(--muted); text-overflow: ellipsis; white-space: nowrap; }
main { display: grid; grid-template-rows: auto minmax(0, 1fr); min-width: 0; min-height: 0; }
.back { display: none; }
.head { padding: 1rem 1.5rem; border-bottom: 1px solid var(--edge); }
h1 { font-size: 1.125rem; line-height: 1.45; font-weight: 600; overflow-wrap: anywhere; }
dl { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin-top: 0.25rem; color: var(--muted); font-size: 0.8125rem; }
dl div { display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.5rem; min-width: 0; min-height: 1.75rem; }
dt::after { content: ':'; }
dd { color: var(--text); overflow-wrap: anywhere; }
code { font: 500 0.875rem/1.5 ui-monospace, 'Cascadia Code', 'Liberation Mono', Menlo, monospace; }
button { min-height: 1.75rem; padding: 0 0.625rem; border: 1px solid var(--edge-control); border-radius: 0.375rem; background: var(--surface); color: inherit; font: inherit; cursor: pointer; }
button:hover { background: var(--sunken); }
#status:empty { display: none; }
.parts { display: grid; grid-template-columns: minmax(0, 1fr) minmax(18rem, 27rem); min-height: 0; }
.parts.one { grid-template-columns: minmax(0, 1fr); }
.parts section { display: grid; grid-template-rows: auto minmax(0, 1fr); min-width: 0; min-height: 0; }
.parts section + section { border-inline-start: 1px solid var(--edge); }
h2 { display: flex; justify-content: space-between; gap: 1rem; padding: 0.625rem 1.5rem; color: var(--muted); font-size: 0.75rem; line-height: 1.25rem; font-weight: 500; }
.html { background: light-dark(#f4f6f5, #0b0f0e); }
iframe { width: 100%; height: 100%; border: 0; }
.text p { overflow: auto; padding: 0.25rem 1.5rem 1.5rem; font: 0.8125rem/1.55 ui-monospace, 'Cascadia Code', 'Liberation Mono', Menlo, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.empty { align-content: start; gap: 0.5rem; width: min(30rem, 100%); margin: 8rem auto 0; padding: 0 1.5rem; grid-template-rows: auto; color: var(--muted); }
.empty h1 { color: var(--text); }
@media (max-width: 75rem) {
  html, body { height: auto; }
  .parts { grid-template-columns: minmax(0, 1fr); }
  .parts section + section { border-inline-start: 0; border-top: 1px solid var(--edge); }
  iframe { height: 46rem; }
}
@media (max-width: 48rem) {
  .bar { padding-inline: 1rem; }
  .columns { grid-template-columns: minmax(0, 1fr); }
  .list { border: 0; background: none; }
  .list ol { gap: 0; padding: 0; }
  .list li + li { border-top: 1px solid var(--edge); }
  .list a { min-height: 2.75rem; padding-inline: 1rem; border-radius: 0; font-size: 0.875rem; }
  [data-place='list'] main:not(.empty), [data-place='message'] .list { display: none; }
  [data-place='list'] .list a[aria-current] { background: none; }
  main { display: block; }
  .back { display: flex; align-items: center; gap: 0.25rem; min-height: 2.75rem; padding-inline: 0.75rem 1rem; color: var(--muted); font-size: 0.8125rem; text-decoration: none; }
  .note { display: none; }
  .head, h2 { padding-inline: 1rem; }
  .head { padding-block-start: 0; }
  dl { display: grid; }
  dl div:has(button) { min-height: 2.75rem; }
  .text p { padding-inline: 1rem; }
  button { min-height: 2.25rem; }
}
@media (forced-colors: active) {
  .list a[aria-current] { border: 2px solid; }
}
`;

/** The script of the inbox: copies a code. Everything else works without it. */
export const INBOX_SCRIPT = `const status = document.getElementById('status');
for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', async () => {
    const code = button.dataset.copy;
    try {
      await navigator.clipboard.writeText(code);
      status.textContent = 'Copied ' + code + '.';
    } catch {
      status.textContent = 'The browser blocked copying. Select the code instead.';
    }
  });
}
`;
