/** The library entry `evalsmith/tuning`: every command, datasets, fits, oracles and what matches prove, for notebooks and scripts. */
export { loadWeights } from '../engine/node/weights-folder.ts';
export { evalsmith } from './cli/in-process.ts';
export { type Columns, readColumns, type Sample, visitSamples } from './dataset/columns.ts';
export { gamesOf } from './dataset/games.ts';
export { type Manifest, readManifest } from './dataset/manifest.ts';
export { datasetStats, type DatasetStats } from './dataset/stats.ts';
export { verifyDataset } from './dataset/verify.ts';
export { readResult } from './store/run-folder.ts';
export { meanOf, type Measured, shareOf } from './statistics/interval.ts';
export { estimate, type Estimate } from './statistics/estimate.ts';
export { fitRatings, type RatedPair, type Ratings } from './statistics/ratings.ts';
export { sprt, type Sprt, type SprtSettings } from './statistics/sprt.ts';
export { numberingOf } from './oracle/board-numbering.ts';
export { Oracle, valueText } from './oracle/oracle.ts';
export { readOracle } from './oracle/oracle-folder.ts';
export { type Counts, countsOf, solve } from './oracle/retrograde.ts';
export { type Random, randomFrom } from './statistics/random.ts';
export type { FitResult, GradeResult, LinearFitResult, MatchResult, NetworkFitResult } from './store/runs.ts';
