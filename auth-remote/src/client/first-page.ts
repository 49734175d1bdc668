/** The longest wait for a shell that does not say that its first page is on screen, in milliseconds. */
const LONGEST_WAIT_MS = 8_000;

/** A wait that ends when the first page is on screen, or at once when somebody is in a hurry. */
export interface FirstPage {
  readonly over: Promise<void>;
  end(): void;
}

/** Begins the wait for the first page. */
export function awaitFirstPage(): FirstPage {
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  setTimeout(end, LONGEST_WAIT_MS);
  return { over, end };
}
