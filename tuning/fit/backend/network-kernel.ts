import { type Activation, bucketOf } from '../../../engine/models/network/network.ts';
import type { InputLists } from '../../dataset/shard-columns.ts';
import { Failure } from '../../process/failure.ts';
import { type KernelCode, newKernelCode, PAGE } from './kernel-code.ts';
import { KernelThreads } from './kernel-threads.ts';

export interface KernelShape {
  inputs: number;
  hidden: number;
  /** Outputs, of which a row has one. */
  buckets: number;
  activation: Activation;
  /** The most rows of a batch, and the most inputs on in a row as one side sees it. */
  mostRows: number;
  mostActive: number;
}

/** Rows that a kernel has been given: where their lists are in its memory. */
export interface KernelRows {
  rows: number;
  active: number;
  offsets: number;
  buckets: number;
}

const FORWARD = 0;
const BACKWARD = 1;
const ADD_PARTS = 2;
const STEP = 3;

const ALIGNMENT = 64;
/** Gradients are summed by parts of a batch. Their size is of the numbers that come out, so no number of threads is in it. */
const LEAST_PART_ROWS = 512;
const MOST_PARTS = 16;

// The layout of `Network` in assembly/network-operations.ts.
const ADDRESSES = 17;
const WHOLE = 9;
const REALS = 3;

const roundedUp = (number: number, unit: number) => Math.ceil(number / unit) * unit;

/**
 * A network of one hidden layer that sees each row from both sides, in WebAssembly on all threads of a fit: logits, the
 * gradient by the slopes of the logits, and steps of Adam. Neither the inputs nor their gradient are ever matrices.
 */
export class NetworkKernel {
  /** Input weights, hidden biases, output weights and output biases by bucket; the gradient, and what the optimizer has, in the same order. */
  readonly values: Float32Array;
  readonly gradient: Float32Array;
  readonly means: Float32Array;
  readonly squares: Float32Array;
  /** How far from 0 each value may be. */
  readonly limits: Float32Array;
  /** Of a batch, to be filled before `forward`: its rows, and by which map each is seen, from 1 on; by 0 it is seen as it is. */
  readonly order: Int32Array;
  readonly chosen: Uint8Array;
  readonly logits: Float32Array;
  /** To be filled before `backward`. */
  readonly slopes: Float32Array;
  private readonly code: KernelCode;
  private readonly threads: KernelThreads;
  private readonly words: Int32Array;
  private readonly reals: Float32Array;
  private readonly partRows: number;
  private readonly valueParts: number;
  private readonly buckets: number;
  private end: number;

  static async start(
    shape: KernelShape,
    maps: readonly Uint16Array[],
    threads: number,
  ): Promise<NetworkKernel> {
    const code = await newKernelCode();
    return new NetworkKernel(code, shape, maps, await KernelThreads.start(code, ALIGNMENT, threads));
  }

  private constructor(
    code: KernelCode,
    shape: KernelShape,
    maps: readonly Uint16Array[],
    threads: KernelThreads,
  ) {
    const { inputs, hidden, buckets, activation, mostRows, mostActive } = shape;
    const count = (inputs + 1) * hidden + buckets * (2 * hidden + 1);
    const length = roundedUp(count, ALIGNMENT / 4);
    this.code = code;
    this.buckets = buckets;
    this.threads = threads;
    this.partRows = Math.max(LEAST_PART_ROWS, Math.ceil(mostRows / MOST_PARTS));
    const parts = Math.ceil(mostRows / this.partRows);
    const partNumbers = roundedUp(Math.ceil(length / MOST_PARTS), 4);
    this.valueParts = Math.ceil(length / partNumbers);
    this.end = ALIGNMENT + roundedUp(4 * (ADDRESSES + WHOLE + REALS), ALIGNMENT);
    this.words = new Int32Array(code.memory.buffer, ALIGNMENT, ADDRESSES + WHOLE);
    this.reals = new Float32Array(code.memory.buffer, ALIGNMENT + this.words.byteLength, REALS);
    const floats = (numbers: number) => {
      const address = this.room(4 * numbers);
      return new Float32Array(code.memory.buffer, address, numbers);
    };
    const asItIs = Uint16Array.from({ length: inputs }, (_, input) => input);
    const mapsAt = this.copied(Uint16Array.from([asItIs, ...maps].flatMap((map) => [...map])));
    const orderAt = this.room(4 * mostRows);
    const chosenAt = this.room(mostRows);
    const listsAt = this.room(4 * mostRows * mostActive);
    const sizesAt = this.room(8 * mostRows);
    const unitsAt = this.room(8 * mostRows * hidden);
    const partsAt = this.room(4 * parts * length);
    [this.logits, this.slopes] = [floats(mostRows), floats(mostRows)];
    const numbers = Array.from({ length: 5 }, () => floats(length));
    [this.values, this.gradient, this.means, this.squares, this.limits] = numbers.map((all) =>
      all.subarray(0, count),
    );
    this.order = new Int32Array(code.memory.buffer, orderAt, mostRows);
    this.chosen = new Uint8Array(code.memory.buffer, chosenAt, mostRows);
    const { logits, slopes, values, gradient, means, squares, limits } = this;
    const addresses = [0, 0, 0, mapsAt, orderAt, chosenAt, listsAt, sizesAt, unitsAt]
      .concat([logits, slopes, values].map(({ byteOffset }) => byteOffset))
      .concat(
        partsAt,
        [gradient, means, squares, limits].map(({ byteOffset }) => byteOffset),
      );
    const squared = activation === 'squared' ? 1 : 0;
    const whole = [inputs, hidden, squared, mostActive, length, 0, this.partRows, partNumbers, buckets];
    this.words.set([...addresses, ...whole]);
  }

  /** Takes a copy of rows into its memory: two lists a row of the inputs that are on, where each begins, and the phase of each row. */
  take({ rows, active, offsets, phases }: InputLists): KernelRows {
    const buckets = phases.map((phase) => bucketOf(phase, this.buckets));
    return {
      rows,
      active: this.copied(active),
      offsets: this.copied(offsets),
      buckets: this.copied(buckets),
    };
  }

  /** The logits of the first `count` rows in `order`. */
  forward(rows: KernelRows, count: number): Float32Array {
    this.words[0] = rows.active;
    this.words[1] = rows.offsets;
    this.words[2] = rows.buckets;
    this.words[ADDRESSES + 5] = count;
    this.threads.do(FORWARD, Math.ceil(count / this.partRows));
    return this.logits.subarray(0, count);
  }

  /** Writes the gradient that the slopes of the logits of the last `forward` make. */
  backward(): void {
    this.threads.do(BACKWARD, Math.ceil(this.words[ADDRESSES + 5] / this.partRows));
    this.threads.do(ADD_PARTS, this.valueParts);
  }

  /** Makes a step of Adam (Kingma and Ba, 2015), the values first multiplied by `kept`; none is then beyond its limit. */
  step(stepLength: number, correction: number, kept: number): void {
    this.reals.set([stepLength, correction, kept]);
    this.threads.do(STEP, this.valueParts);
  }

  close(): Promise<void> {
    return this.threads.close();
  }

  private copied(numbers: Uint8Array | Uint16Array | Int32Array): number {
    const address = this.room(numbers.byteLength);
    const { buffer } = this.code.memory;
    new Uint8Array(buffer, address).set(
      new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength),
    );
    return address;
  }

  /** The address of so many bytes more. */
  private room(bytes: number): number {
    const { memory } = this.code;
    const address = this.end;
    this.end = roundedUp(address + bytes, ALIGNMENT);
    const missing = Math.ceil((this.end - memory.buffer.byteLength) / PAGE);
    try {
      if (missing > 0) memory.grow(missing);
    } catch (error) {
      throw new Failure(`a fit of so many positions takes more than 4 GB or than there is`, { cause: error });
    }
    return address;
  }
}
