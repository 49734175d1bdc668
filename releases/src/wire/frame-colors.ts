/** Those of the top of the page (page-kit/src/ui/tokens.css). */
const COLORS = { light: '#fbfcfb', dark: '#0e1211' } as const;

/** A colour of the browser's own frame; `media` is the media query under which it applies. */
export interface FrameColor {
  readonly content: string;
  readonly media?: string;
}

/** What a document says about the colour of the browser's frame (`<meta name="theme-color">`): the server writes it, and the shell when the user chooses another theme. */
export function frameColors(theme: 'light' | 'dark' | 'system'): readonly FrameColor[] {
  if (theme !== 'system') return [{ content: COLORS[theme] }];
  return (['light', 'dark'] as const).map((one) => ({ content: COLORS[one], media: `(prefers-color-scheme: ${one})` }));
}
