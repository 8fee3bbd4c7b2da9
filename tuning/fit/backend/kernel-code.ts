// What the types of Node leave out.
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  Instance: new (module: object, imports: object) => { exports: unknown };
  Memory: new (size: { initial: number; maximum: number; shared: boolean }) => SharedMemory;
};

export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}

/** The compiled kernel and the memory that all its instances share. */
export interface KernelCode {
  module: object;
  memory: SharedMemory;
}

export const PAGE = 65_536;
const MOST_PAGES = 65_536;

/** The kernel with a memory of its own. */
export async function newKernelCode(): Promise<KernelCode> {
  const { code } = await import('./network-kernel-code.js');
  const module = await WebAssembly.compile(Buffer.from(code, 'base64'));
  return { module, memory: new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES, shared: true }) };
}

/** What assembly/network-operations.ts exports; a network is an address. */
interface Kernel {
  run: (network: number, operation: number, part: number) => void;
}

export function instantiate({ module, memory }: KernelCode): Kernel {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as Kernel;
}
