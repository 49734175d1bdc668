/** The parts of a window of jsdom that bodies of requests can be made of. */
interface BodyParts {
  readonly FormData: typeof FormData;
  readonly Blob: typeof Blob;
  readonly FileReader: typeof FileReader;
  readonly TypeError: typeof TypeError;
}

/**
 * Node's `fetch`, for code that runs in a window of jsdom: it takes the window's forms and files, which are of another
 * make than Node's, and so are its errors. Looks `fetch` up at each call, because MSW puts its own there.
 */
export function fetchFrom(window: BodyParts): typeof fetch {
  return async (input, init) => {
    try {
      return await fetch(input, init?.body ? { ...init, body: await nodeBody(init.body, window) } : init);
    } catch (error) {
      // What pages compare with is the window's.
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

/** jsdom's files do not give their bytes but to its own reader. */
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
