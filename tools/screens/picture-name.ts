/** What a picture is of. */
export interface PictureSubject {
  /** Name of the screen. */
  readonly screen: string;
  readonly language: string;
  readonly theme: string;
  /** Of the window, in pixels. */
  readonly width: number;
}

/** The file of a picture: `log-in.de.dark.320.png`. */
export function pictureFile({ screen, language, theme, width }: PictureSubject): string {
  return `${screen}.${language}.${theme}.${String(width)}.png`;
}

/** The screen of a picture's file. */
export function screenOf(file: string): string {
  return file.split('.')[0] ?? file;
}
