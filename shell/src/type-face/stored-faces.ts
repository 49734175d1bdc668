import * as v from 'valibot';

/** Key of the font files that this browser has loaded. */
export const STORAGE_KEY = 'atrium-type-face';

/** Family, address and weights of each file. A tuple would add its validator to the first screen. */
const storedSchema = v.array(v.array(v.string()));

/** Shows the type face from the first render on, if an earlier document has loaded it and the browser's cache is fast enough. */
export async function showStoredFaces(): Promise<void> {
  try {
    const files = v.parse(storedSchema, JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]'));
    const faces = await Promise.all(files.map(([family = '', source = '', weight = '']) => new FontFace(family, source, { weight }).load()));
    // `main` appears with the first render, or prerendered. A face that arrives later would move what is on screen.
    if (!document.querySelector('main')?.checkVisibility()) for (const face of faces) document.fonts.add(face);
  } catch {
    // Nothing usable is stored, or the files are gone: the system's font stays, and the tab stores new files.
  }
}
