import type { Side } from '../../position.ts';
import { type Network, oneOf } from './network.ts';
import { code } from './network-sums-code.js';
import type { Computing, Sums, SumsRoom } from './sums.ts';

interface Memory {
  readonly buffer: ArrayBuffer;
}

/** What assembly/network-sums.ts exports. */
interface Kernel {
  lay: (
    bytesOfSide: number,
    is32: number,
    steps: number,
    slots: number,
    vectors: number,
    outputs: number,
    biases: number,
    unit: number,
    squaredShift: number,
  ) => void;
  run: (end: number, slot: number, turn: Side, bucket: number) => number;
}

// What the types of JavaScript leave out, and an engine may be without.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: unknown };
  Memory: new (size: { initial: number }) => Memory;
};

const PAGE = 65_536;
/** A side's sums are whole chunks of so many bytes. */
const CHUNK = 64;
const MOST_16 = 32_767;

let compiled: object | undefined;
let isMissing = false;

/** Compiled when it is first needed. */
function moduleOf(): object {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(code), (character) => character.charCodeAt(0)));
  return compiled;
}

/** Sums in WebAssembly with SIMD, of 16 bits where `largest` allows it; undefined where there is no such thing or too little room. */
export function wasmSums(network: Network, largest: number, room: SumsRoom): Sums | undefined {
  if (isMissing) return undefined;
  try {
    return new WasmSums(network, largest > MOST_16, room);
  } catch {
    // No WebAssembly, none with SIMD, a page that forbids it, no room: JavaScript gives the same scores. It is not tried again, for
    // where a process may have little address space, to be refused takes a while.
    isMissing = true;
    return undefined;
  }
}

class WasmSums implements Sums {
  readonly computing: Computing;
  readonly steps: Int32Array;
  readonly biases: number;
  readonly nothing: number;
  readonly run: (end: number, slot: number, turn: Side, bucket: number) => number;
  private readonly hidden: number;
  private readonly inputWeights: Int16Array;
  /** Numbers of a side's sums, filled up to whole chunks. */
  private readonly width: number;
  private readonly vectors: Int16Array | Int32Array;
  private readonly sums: Int16Array | Int32Array;

  constructor(network: Network, isWide: boolean, { slots, parts, words }: SumsRoom) {
    const { hidden, hiddenBiases, inputWeights, outputWeights, outputBiases } = network;
    const buckets = outputBiases.length;
    const Numbers = isWide ? Int32Array : Int16Array;
    const bytes = roundedUp(hidden * Numbers.BYTES_PER_ELEMENT);
    const width = bytes / Numbers.BYTES_PER_ELEMENT;
    this.computing = isWide ? 'wasm 32' : 'wasm 16';
    this.biases = slots;
    this.nothing = parts;
    this.hidden = hidden;
    this.inputWeights = inputWeights;
    this.width = width;

    const stepsAt = CHUNK;
    const outputsAt = stepsAt + roundedUp(words * Int32Array.BYTES_PER_ELEMENT);
    const biasesAt = outputsAt + roundedUp(buckets * 2 * width * Int16Array.BYTES_PER_ELEMENT);
    const slotsAt = biasesAt + roundedUp(outputBiases.byteLength);
    const vectorsAt = slotsAt + (slots + 1) * 2 * bytes;
    const end = vectorsAt + (parts + 1) * bytes;
    const memory = new WebAssembly.Memory({ initial: Math.ceil(end / PAGE) });
    const { buffer } = memory;
    this.steps = new Int32Array(buffer, stepsAt, words);
    this.sums = new Numbers(buffer, slotsAt, (slots + 1) * 2 * width);
    this.vectors = new Numbers(buffer, vectorsAt, (parts + 1) * width);
    const outputs = new Int16Array(buffer, outputsAt, 2 * buckets * width);
    for (const side of [0, 1]) this.sums.set(hiddenBiases, (2 * slots + side) * width);
    for (let part = 0; part < 2 * buckets; part++) {
      outputs.set(outputWeights.subarray(part * hidden, (part + 1) * hidden), part * width);
    }
    new Int32Array(buffer, biasesAt, buckets).set(outputBiases);
    const kernel = new WebAssembly.Instance(moduleOf(), { env: { memory } }).exports as Kernel;
    const shift = network.activation === 'squared' ? network.fractionBits : -1;
    kernel.lay(
      bytes,
      isWide ? 1 : 0,
      stepsAt,
      slotsAt,
      vectorsAt,
      outputsAt,
      biasesAt,
      oneOf(network),
      shift,
    );
    this.run = kernel.run;
  }

  learn(part: number, active: Int32Array, count: number): void {
    const { hidden, width, vectors, inputWeights } = this;
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < hidden; j++) vectors[part * width + j] += inputWeights[active[i] * hidden + j];
    }
  }

  of(slot: number, side: Side): Int32Array {
    const at = (2 * slot + side) * this.width;
    return Int32Array.from(this.sums.subarray(at, at + this.hidden));
  }
}

const roundedUp = (bytes: number) => Math.ceil(bytes / CHUNK) * CHUNK;
