/** A dataset that the site has inside, as one Parquet file. */
export interface DatasetOffer {
  /** That of its folder. */
  name: string;
  game: string;
  size: number;
  games: number;
  positions: number;
  /** The Parquet file beside the page. */
  file: string;
}
