import { takeOutsideGames } from '../engine/node/outside-games.ts';

/** The library entry `evalsmith/tuning`: every command, seats and their referee, statistics, datasets, fits and oracles, for notebooks and scripts. */

/** Commands: everything that the command line does, and what it leaves in run folders. */
export { evalsmith } from './cli/in-process.ts';
export { Failure } from './process/failure.ts';
export { readResult } from './store/run-folder.ts';
export type {
  Results,
  FitResult,
  SweepResult,
  MatchResult,
  GateResult,
  SpsaResult,
  LadderResult,
  GradeResult,
  NightlyResult,
} from './store/runs.ts';
export type { LinearFitResult } from './fit/linear/linear-result.ts';
export type { NetworkFitResult } from './fit/network/network-result.ts';

/** Games and weights: those of files. */
export { loadGame } from '../engine/node/outside-games.ts';
export { loadWeights } from '../engine/node/named-weights.ts';
export { sha256 } from '../engine/node/sha256.ts';

/** Play: games between two seats, from openings, counted by pairs. */
export { refereeOf, type Referee, type RefereeSettings, type PlayedGame } from './play/referee.ts';
export type { Seat, Answer, MoveLimits, ProgramFailure, ProgramRecord, Reply } from './play/seat.ts';
export { heuristicSeat } from './play/heuristic-seat.ts';
export { randomSeat } from './play/random-seat.ts';
export { GameRecord, type RecordedEnding, type Forfeit } from './dataset/game-record.ts';
export { Openings, type OpeningSettings, type OpeningSource } from './play/openings.ts';
export { type Book, openBook, BookOpenings } from './play/book.ts';
export { ScoreSheet } from './prove/score-sheet.ts';
export { randomFrom, type Random } from './statistics/random.ts';

/** Statistics: what games prove. */
export type { Tally } from './statistics/tally.ts';
export { sprt, type SprtSettings, type Sprt, type Decision } from './statistics/sprt.ts';
export { type EloModel, eloOfScore, scoreOfElo } from './statistics/elo.ts';
export { estimate, type Estimate, type Interval } from './statistics/estimate.ts';
export { fitRatings, type RatedPair, type Ratings } from './statistics/ratings.ts';
export { meanOf, shareOf, type Measured } from './statistics/interval.ts';

/** Datasets: folders of games or positions. */
export { readManifest, type Manifest } from './dataset/manifest.ts';
export type { Json } from './store/json-value.ts';
export { visitSamples, type Sample, type SampleVisitor } from './dataset/samples.ts';
export { gamesOf } from './dataset/games.ts';
export type { GameRow, Source } from './dataset/rows.ts';
export { readColumns, type Columns } from './dataset/columns.ts';
export { datasetStats, type DatasetStats, type ScoreBand } from './dataset/stats.ts';
export { verifyDataset } from './dataset/verify.ts';

/** Fits: weights from columns in memory; the commands `fit linear` and `fit network` do more. */
export { fitColumns, type ColumnsFit, type ColumnsFitSettings } from './fit/fit-columns.ts';

/** Oracles: boards solved to the end. */
export { solvableOf } from './tables/solvable.ts';
export {
  Oracle,
  TableOracle,
  valueText,
  type NumberedValues,
  type ValuedMove,
  type ValueSource,
} from './tables/oracle.ts';
export { readOracle, type ReadOracle } from './oracle/oracle-folder.ts';
export type { OracleManifest } from './tables/oracle-file.ts';
export { solve, countsOf } from './oracle/retrograde.ts';
export type { Value, ValueBits, Values, Counts, Distances, Palette } from './tables/exact-values.ts';

takeOutsideGames();
