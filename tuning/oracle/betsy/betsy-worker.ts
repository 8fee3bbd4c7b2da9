import { serveTasks } from '../../process/pool.ts';
import { BetsyLayer } from './betsy-layer.ts';
import type { LayerTask, LayerWork } from './betsy-solution.ts';

serveTasks((data) => {
  const { size, values } = data as LayerWork;
  const layer = new BetsyLayer(size, values);
  return (task) => {
    const { pebbles, plies, from, to } = task as LayerTask;
    return plies === 0 ? layer.begin(pebbles, from, to) : layer.spread(pebbles, plies, from, to);
  };
});
