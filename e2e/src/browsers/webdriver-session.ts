import * as v from 'valibot';

/** The key under which an element's id is sent (https://www.w3.org/TR/webdriver2/#elements). */
const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf';

const successSchema = v.object({ value: v.unknown() });
const errorSchema = v.object({ value: v.object({ error: v.string(), message: v.string() }) });
const newSessionSchema = v.object({ sessionId: v.string() });
const elementsSchema = v.array(v.pipe(v.object({ [ELEMENT_KEY]: v.string() }), v.transform((element) => element[ELEMENT_KEY])));

/** The WebDriver server refused a command; `code` is the protocol's error code, for example "stale element reference". */
class WebDriverError extends Error {
  override readonly name = 'WebDriverError';
  readonly code: string;

  constructor(command: string, code: string, message: string) {
    super(`${command}: ${code}${message === '' ? '' : `: ${message}`}`);
    this.code = code;
  }
}

/** A session of a WebDriver server (https://www.w3.org/TR/webdriver2/), with the commands that the soak needs. */
export class WebDriverSession {
  readonly #server: string;
  readonly #id: string;

  private constructor(server: string, id: string) {
    this.#server = server;
    this.#id = id;
  }

  /** Asks a WebDriver server to start its browser. */
  static async start(server: string): Promise<WebDriverSession> {
    const { sessionId } = v.parse(newSessionSchema, await send(server, 'POST', '/session', { capabilities: { alwaysMatch: {} } }));
    return new WebDriverSession(server, sessionId);
  }

  async open(url: string): Promise<void> {
    await this.#post('/url', { url });
  }

  async resize(size: { readonly width: number; readonly height: number }): Promise<void> {
    await this.#post('/window/rect', size);
  }

  /** The ids of all elements that match a CSS selector. */
  async elements(selector: string): Promise<readonly string[]> {
    return v.parse(elementsSchema, await this.#post('/elements', { using: 'css selector', value: selector }));
  }

  async isDisplayed(element: string): Promise<boolean> {
    return v.parse(v.boolean(), await this.#get(`/element/${element}/displayed`));
  }

  /** The accessible name that the browser computed, or null for an element that assistive technology cannot reach. */
  async accessibleName(element: string): Promise<string | null> {
    try {
      return v.parse(v.string(), await this.#get(`/element/${element}/computedlabel`));
    } catch (error) {
      // WebKitGTK's response for an element without an accessibility object, for example one that is aria-hidden.
      if (error instanceof WebDriverError && error.code === 'unknown error') return null;
      throw error;
    }
  }

  async click(element: string): Promise<void> {
    await this.#post(`/element/${element}/click`, {});
  }

  async clear(element: string): Promise<void> {
    await this.#post(`/element/${element}/clear`, {});
  }

  async type(element: string, text: string): Promise<void> {
    await this.#post(`/element/${element}/value`, { text });
  }

  /** Runs the body of a function in the page and gives what it returns. */
  run(body: string): Promise<unknown> {
    return this.#post('/execute/sync', { script: body, args: [] });
  }

  /** A PNG in base64. */
  async screenshot(): Promise<string> {
    return v.parse(v.string(), await this.#get('/screenshot'));
  }

  /** Closes the browser. */
  async end(): Promise<void> {
    await send(this.#server, 'DELETE', `/session/${this.#id}`);
  }

  #get(command: string): Promise<unknown> {
    return send(this.#server, 'GET', `/session/${this.#id}${command}`);
  }

  #post(command: string, body: object): Promise<unknown> {
    return send(this.#server, 'POST', `/session/${this.#id}${command}`, body);
  }
}

async function send(server: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(server + path, { method, ...(body && { body: JSON.stringify(body) }) });
  const received: unknown = await response.json();
  if (response.ok) return v.parse(successSchema, received).value;
  const { error, message } = v.parse(errorSchema, received).value;
  throw new WebDriverError(`${method} ${path}`, error, message);
}
