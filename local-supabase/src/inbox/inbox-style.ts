/** The style sheet of the inbox. */
export const inboxStyle = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1d2330, #e7eaf0);
  --quiet: light-dark(#566072, #a3adbf);
  --ground: light-dark(#f6f7f9, #14171d);
  --sheet: light-dark(#fff, #1d222b);
  --line: light-dark(#dde1e8, #343b48);
  --link: light-dark(#1f4fd1, #8fb2ff);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
a { color: var(--link); }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 3px; border-radius: 2px; }
header { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: baseline; padding: 1rem 1.5rem; border-bottom: 1px solid var(--line); background: var(--sheet); }
header a { font-weight: 700; color: inherit; text-decoration: none; }
header span { color: var(--quiet); font-size: 0.875rem; }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
ol { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 10px; background: var(--sheet); }
li { display: flex; flex-wrap: wrap; gap: 0.125rem 1rem; padding: 0.875rem 1rem; overflow-wrap: anywhere; }
li + li { border-top: 1px solid var(--line); }
li a { flex-basis: 100%; font-weight: 600; }
li span, time { color: var(--quiet); font-size: 0.875rem; }
dl { margin: 0 0 1rem; color: var(--quiet); font-size: 0.9375rem; }
dl div { display: flex; gap: 0.75rem; }
dt { min-width: 5rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.text { padding: 1.25rem; border: 1px solid var(--line); border-radius: 10px; background: var(--sheet); white-space: pre-wrap; overflow-wrap: anywhere; }
`;
