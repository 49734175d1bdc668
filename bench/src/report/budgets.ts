/**
 * What the first screen is made of:
 * `federation`: the federation runtime, the bundler's own code in each file, the release set and what reads it;
 * `react`: React and the router; `shell`: frame, header and the shared components; `sign-in`: the auth remote;
 * `page`: the page module with the log-in form; `styles`: all style sheets; `document`: the HTML and the icon.
 */
export const LAYERS = ['federation', 'react', 'shell', 'sign-in', 'page', 'styles', 'document'] as const;

export type Layer = (typeof LAYERS)[number];

/** The most that each layer may weigh before the log-in form can be used, in bytes after brotli. */
export const BUDGETS: Readonly<Record<Layer, number>> = {
  federation: 30_410,
  react: 71_820,
  shell: 5_700,
  'sign-in': 7_240,
  page: 4_590,
  styles: 2_930,
  document: 3_870,
};

/** The most that the site's time and bytes may be, as multiples of the plain Vite bundle's. */
export const TARGET = 1;
