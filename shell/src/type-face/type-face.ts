import arabicRegular from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal.woff2';
import arabicStrong from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-600-normal.woff2';
import latinExtended from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2';
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
import { STORAGE_KEY } from './stored-faces.ts';

/** A font file, and the characters that it is for. */
interface FaceFile {
  readonly family: string;
  readonly source: string;
  readonly weight: string;
  readonly unicodeRange: string;
}

// The ranges are those of the files (unicode.json and 400.css of the packages). Arabic without the mathematical letters.
const LATIN: FaceFile = {
  family: 'Inter',
  source: latin,
  weight: '100 900',
  unicodeRange:
    'U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
};

const LATIN_EXTENDED: FaceFile = {
  family: 'Inter',
  source: latinExtended,
  weight: '100 900',
  unicodeRange:
    'U+100-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+304,U+308,U+329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
};

const ARABIC_RANGE = 'U+600-6FF,U+750-77F,U+870-88E,U+890-891,U+897-8E1,U+8E3-8FF,U+200C-200E,U+204F,U+2E41,U+FB50-FDFF,U+FE70-FE74,U+FE76-FEFC';

/** Medium text is drawn semibold: in Arabic, the medium weight hardly differs from the regular one. */
const ARABIC: readonly FaceFile[] = [
  { family: 'IBM Plex Sans Arabic', source: arabicRegular, weight: '100 450', unicodeRange: ARABIC_RANGE },
  { family: 'IBM Plex Sans Arabic', source: arabicStrong, weight: '451 900', unicodeRange: ARABIC_RANGE },
];

/**
 * The site's type face in a tab. It loads after the first screen and appears with the next page, and in later documents
 * from the first render on (stored-faces.ts), so that text does not move while the user reads it.
 */
export class TypeFace {
  #waiting: readonly FontFace[] = [];

  /**
   * Loads what the document's language needs. Extended Latin loads when a page shows its characters. Arabic is only for Arabic
   * documents: every other one would load it for the word "العربية" in the choice of languages.
   */
  async load(): Promise<void> {
    const needed = document.documentElement.lang === 'ar' ? [LATIN, ...ARABIC] : [LATIN];
    try {
      const faces = needed.map((file) => createFace(file));
      await Promise.all(faces.map((face) => face.load()));
      // The browser shows an optional face only if it loads before the text appears.
      this.#waiting = [...faces, createFace(LATIN_EXTENDED, 'optional')];
      localStorage.setItem(STORAGE_KEY, JSON.stringify(needed.map(({ family, source, weight }) => [family, urlOf(source), weight])));
    } catch {
      // Offline, or a browser that refuses fonts or storage: the page is complete with the system's font.
    }
  }

  /** Shows the type face if it has loaded. Call it when another page appears. */
  show(): void {
    for (const face of this.#waiting) document.fonts.add(face);
    this.#waiting = [];
  }
}

function createFace({ family, source, weight, unicodeRange }: FaceFile, display: FontDisplay = 'swap'): FontFace {
  return new FontFace(family, urlOf(source), { weight, unicodeRange, display });
}

function urlOf(source: string): string {
  return `url(${source})`;
}
