/** The library entry `evalsmith/tuning`: every command, datasets, fits, oracles and what matches prove, for notebooks and scripts. */
export { loadWeights } from '../engine/cli/weights-files.ts';
export { evalsmith } from './command.ts';
export { type Columns, readColumns, type Sample, visitSamples } from './dataset/columns.ts';
export { gamesOf } from './dataset/games.ts';
export { type Manifest, readManifest } from './dataset/manifest.ts';
export { datasetStats, type DatasetStats } from './dataset/stats.ts';
export { verifyDataset } from './dataset/verify.ts';
export { readFitResult } from './fit/run-folder.ts';
export { meanOf, type Measured, shareOf } from './interval.ts';
export { estimate, type Estimate } from './match/estimate.ts';
export { fitRatings, type RatedPair, type Ratings } from './match/ratings.ts';
export { sprt, type Sprt, type SprtSettings } from './match/sprt.ts';
export { numberingOf } from './oracle/numbering.ts';
export { Oracle, valueText } from './oracle/oracle.ts';
export { readOracle } from './oracle/oracle-folder.ts';
export { type Counts, countsOf, solve } from './oracle/retrograde.ts';
export { type Random, randomFrom } from './random.ts';
export type { FitResult, GradeResult, LinearFitResult, MatchResult, NetworkFitResult } from './runs.ts';
