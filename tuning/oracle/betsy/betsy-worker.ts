import { BetsyNumbering } from '../../../engine/games/betsy/numbering.ts';
import { BetsyRings } from '../../../engine/games/betsy/rings.ts';
import { RingSolver } from '../../../engine/games/betsy/ring-solver.ts';
import { ValueCodes } from '../../../engine/games/betsy/value-codes.ts';
import { serveTasks } from '../../process/pool.ts';
import { Failure } from '../../process/failure.ts';
import type { LayerTask, LayerWork } from './betsy-solution.ts';

serveTasks((data) => {
  const { size, owned, values, codes } = data as LayerWork;
  const numbering = new BetsyNumbering(size, owned);
  const rings = new BetsyRings(size, numbering.sides, numbering.middles);
  const solver = new RingSolver(rings, owned, numbering, values, new ValueCodes(codes));
  return (task) => {
    const { from, to } = task as LayerTask;
    try {
      solver.learn();
      for (let block = from; block < to; block++) solveBlock(numbering, solver, block);
    } catch (error) {
      throw error instanceof RangeError ? new Failure(error.message) : error;
    }
  };
});

/** Solves the boards of a block together with those that exchange the colours, once. */
function solveBlock(numbering: BetsyNumbering, solver: RingSolver, block: number): void {
  const { sides, middles, blocks } = numbering;
  const { larger, smaller, middle } = blocks[block];
  for (let a = sides.kindRings[larger]; a < sides.kindRings[larger + 1]; a++) {
    const end = larger === smaller ? a + 1 : sides.kindRings[smaller + 1];
    for (let b = sides.kindRings[smaller]; b < end; b++)
      for (let c = middles.kindRings[middle]; c < middles.kindRings[middle + 1]; c++)
        if (numbering.placeOf(a, b, c) <= solver.exchangedPlace(a, b, c)) solver.solve(a, b, c);
  }
}
