// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Removes what would control the terminal from a text that others wrote: another team's releases, its history and its errors. */
export function terminalText(text: string): string {
  return text.replace(CONTROL_CHARACTERS, '');
}
