/** A command of the palette that the open board carries out. */
export type NoteCommand = 'newNote' | 'nextNote' | 'previousNote' | 'editNote' | 'moveNote';

const offered = new Map<NoteCommand, () => void>();

/** Carries out a command, or says why that is not possible now, until the returned function is called. */
export function offerCommand(command: NoteCommand, run: () => void): () => void {
  offered.set(command, run);
  return () => {
    if (offered.get(command) === run) offered.delete(command);
  };
}

/** Runs a command, if the page offers it. */
export function runOffered(command: NoteCommand): void {
  offered.get(command)?.();
}
