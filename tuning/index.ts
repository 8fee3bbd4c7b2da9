/** The library entry `evalsmith/tuning`: datasets and what matches prove, for notebooks and scripts. */
export { type Columns, readColumns, type Sample, visitSamples } from './dataset/columns.ts';
export { type Manifest, readManifest } from './dataset/manifest.ts';
export { datasetStats, type DatasetStats } from './dataset/stats.ts';
export { verifyDataset } from './dataset/verify.ts';
export { estimate, type Estimate } from './match/estimate.ts';
export { fitRatings, type RatedPair, type Ratings } from './match/ratings.ts';
export { sprt, type Sprt, type SprtSettings } from './match/sprt.ts';
export { type Random, randomFrom } from './random.ts';
