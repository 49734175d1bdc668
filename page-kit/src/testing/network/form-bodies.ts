/** The parts of a jsdom window that request bodies consist of. */
interface BodyParts {
  readonly FormData: typeof FormData;
  readonly Blob: typeof Blob;
  readonly FileReader: typeof FileReader;
  readonly TypeError: typeof TypeError;
}

/**
 * Node's `fetch` for code in a jsdom window: it converts the window's forms and files, and throws the window's errors.
 * It looks `fetch` up at each call, because MSW replaces it.
 */
export function fetchFrom(window: BodyParts): typeof fetch {
  return async (input, init) => {
    try {
      return await fetch(input, init?.body ? { ...init, body: await nodeBody(init.body, window) } : init);
    } catch (error) {
      // Pages compare with the window's class.
      throw error instanceof TypeError ? new window.TypeError(error.message, { cause: error }) : error;
    }
  };
}

async function nodeBody(body: BodyInit, window: BodyParts): Promise<BodyInit> {
  if (body instanceof window.Blob) return nodeBlob(body, window);
  if (!(body instanceof window.FormData)) return body;
  const form = new FormData();
  for (const [name, part] of body) {
    if (typeof part === 'string') form.append(name, part);
    else form.append(name, await nodeBlob(part, window), part.name);
  }
  return form;
}

/** Only jsdom's own reader can read the bytes of jsdom's files. */
function nodeBlob(blob: Blob, { FileReader: Reader }: BodyParts): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const reader = new Reader();
    reader.onload = () => {
      const { result } = reader;
      if (typeof result === 'string' || result === null) reject(new TypeError('The file could not be read as bytes'));
      else resolve(new Blob([new Uint8Array(result)], { type: blob.type }));
    };
    reader.onerror = () => reject(reader.error ?? new TypeError('The file could not be read'));
    reader.readAsArrayBuffer(blob);
  });
}
