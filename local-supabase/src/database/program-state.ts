import * as v from 'valibot';

/** A file or folder of a WebAssembly program (Emscripten's MEMFS). */
interface FileNode {
  name: string;
  parent: FileNode;
  mode: number;
  /** The bytes of a file, with room for more, or the entries of a folder. */
  contents?: unknown;
  usedBytes?: number;
  /** The next entry of the same slot in the table of names. */
  name_next?: FileNode | undefined;
}

interface OpenFile {
  fd: number | null;
  readonly node?: FileNode;
  /** The position and the flags. */
  readonly shared: object;
}

/** A WebAssembly program whose files are in memory. */
interface Program {
  readonly HEAPU8: Uint8Array;
  readonly ___stack_pointer: { value: number };
  readonly FS: {
    readonly root: FileNode;
    readonly nameTable: (FileNode | undefined)[];
    readonly streams: (OpenFile | null | undefined)[];
    readonly isFile: (mode: number) => boolean;
  };
}

const functionSchema = v.custom<(mode: number) => boolean>((value) => typeof value === 'function');
const partsSchema = v.looseObject({
  HEAPU8: v.instance(Uint8Array),
  ___stack_pointer: v.looseObject({ value: v.number() }),
  FS: v.looseObject({ root: v.looseObject({ mode: v.number() }), nameTable: v.array(v.unknown()), streams: v.array(v.unknown()), isFile: functionSchema }),
});

/** A program as Emscripten makes it. The schema keeps the object itself, which valibot would copy. */
const programSchema = v.custom<Program>((value) => v.is(partsSchema, value), 'The program does not offer its memory and its files.');

/** The size of WebAssembly's pages. */
const PAGE = 64 * 1024;

const ZEROS = Buffer.alloc(PAGE);

interface SavedNode extends Pick<FileNode, 'name' | 'parent' | 'mode' | 'name_next'> {
  /** A copy of the bytes of a file. */
  readonly bytes?: Buffer;
  /** A copy of the entries of a folder. */
  readonly entries?: Readonly<Record<string, FileNode>>;
}

interface SavedOpenFile {
  readonly stream: OpenFile;
  readonly fd: number | null;
  readonly shared: object;
}

/**
 * The complete state of a WebAssembly program: its memory, its files and its open files. To return to it costs a few
 * milliseconds, and nothing that the program has done since survives, because it has no other state.
 */
export class ProgramState {
  readonly #program: Program;
  readonly #stack: number;
  /** The pages that are not empty, by their address. */
  readonly #pages = new Map<number, Buffer>();
  readonly #nodes = new Map<FileNode, SavedNode>();
  readonly #names: readonly (FileNode | undefined)[];
  /** The open files, by their descriptor. */
  readonly #open: readonly (SavedOpenFile | undefined)[];

  /**
   * Saves the state of a program, which must not be running.
   * @param other a state of the same program, to share what is equal
   */
  constructor(module: unknown, other?: ProgramState) {
    const program = v.parse(programSchema, module);
    this.#program = program;
    this.#stack = program.___stack_pointer.value;
    for (const [address, page] of pagesOf(program)) {
      if (!page.equals(ZEROS)) this.#pages.set(address, copyOf(page, other && other.#pages.get(address)));
    }
    this.#names = [...program.FS.nameTable];
    // A spread, because `map` would skip closed ones.
    this.#open = [...program.FS.streams].map((stream) => (stream ? { stream, fd: stream.fd, shared: { ...stream.shared } } : undefined));
    this.#addNode(program.FS.root, other);
    // A file can be open and no longer have a name.
    for (const stream of program.FS.streams) if (stream?.node) this.#addNode(stream.node, other);
  }

  /** Returns the program to this state. It must not be running. */
  restore(): void {
    const { FS, ___stack_pointer: stack } = this.#program;
    for (const [address, page] of pagesOf(this.#program)) {
      const saved = this.#pages.get(address) ?? ZEROS;
      // Writing to an empty page would make the system allocate it.
      if (!page.equals(saved)) page.set(saved);
    }
    stack.value = this.#stack;
    for (const [node, { bytes, entries, ...place }] of this.#nodes) {
      Object.assign(node, place);
      if (entries) node.contents = { ...entries };
      if (bytes && !bytesOf(node).equals(bytes)) Object.assign(node, { contents: new Uint8Array(bytes), usedBytes: bytes.length });
    }
    for (const [slot, node] of this.#names.entries()) FS.nameTable[slot] = node;
    FS.streams.length = 0;
    for (const [index, saved] of this.#open.entries()) {
      if (!saved) continue;
      const { stream, fd, shared } = saved;
      stream.fd = fd;
      Object.assign(stream.shared, shared);
      FS.streams[index] = stream;
    }
  }

  #addNode(node: FileNode, other: ProgramState | undefined): void {
    if (this.#nodes.has(node)) return;
    const { name, parent, mode, name_next: next, contents } = node;
    const place = { name, parent, mode, name_next: next };
    if (this.#program.FS.isFile(mode)) {
      this.#nodes.set(node, { ...place, bytes: copyOf(bytesOf(node), other && other.#nodes.get(node)?.bytes) });
    } else if (isFolder(contents)) {
      this.#nodes.set(node, { ...place, entries: { ...contents } });
      for (const entry of Object.values(contents)) this.#addNode(entry, other);
    } else {
      this.#nodes.set(node, place);
    }
  }
}

function* pagesOf({ HEAPU8: memory }: Program): Generator<[number, Buffer]> {
  for (let address = 0; address < memory.length; address += PAGE) yield [address, Buffer.from(memory.buffer, memory.byteOffset + address, PAGE)];
}

function bytesOf({ contents, usedBytes = 0 }: FileNode): Buffer {
  return ArrayBuffer.isView(contents) ? Buffer.from(contents.buffer, contents.byteOffset, usedBytes) : Buffer.alloc(0);
}

/** A copy of the bytes, or an equal one that exists. */
function copyOf(bytes: Buffer, existing: Buffer | undefined): Buffer {
  return existing?.equals(bytes) ? existing : Buffer.from(bytes);
}

function isFolder(contents: unknown): contents is Record<string, FileNode> {
  return typeof contents === 'object' && contents !== null && !ArrayBuffer.isView(contents);
}
