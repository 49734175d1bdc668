import arNarrowDark from './pictures/board.ar.dark.390.webp';
import arWideDark from './pictures/board.ar.dark.1120.webp';
import arNarrowLight from './pictures/board.ar.light.390.webp';
import arWideLight from './pictures/board.ar.light.1120.webp';
import deNarrowDark from './pictures/board.de.dark.390.webp';
import deWideDark from './pictures/board.de.dark.1120.webp';
import deNarrowLight from './pictures/board.de.light.390.webp';
import deWideLight from './pictures/board.de.light.1120.webp';
import enNarrowDark from './pictures/board.en.dark.390.webp';
import enWideDark from './pictures/board.en.dark.1120.webp';
import enNarrowLight from './pictures/board.en.light.390.webp';
import enWideLight from './pictures/board.en.light.1120.webp';

/** The addresses of a picture for narrow and for wide screens. */
interface Picture {
  readonly narrow: string;
  readonly wide: string;
}

/** Pictures of a board, by language and theme. `npm run screens -- --start` takes them. */
export const PICTURES: Readonly<Record<string, Readonly<Record<'light' | 'dark', Picture>>>> = {
  en: { light: { narrow: enNarrowLight, wide: enWideLight }, dark: { narrow: enNarrowDark, wide: enWideDark } },
  de: { light: { narrow: deNarrowLight, wide: deWideLight }, dark: { narrow: deNarrowDark, wide: deWideDark } },
  ar: { light: { narrow: arNarrowLight, wide: arWideLight }, dark: { narrow: arNarrowDark, wide: arWideDark } },
};
