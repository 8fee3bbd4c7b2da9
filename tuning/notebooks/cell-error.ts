import { Failure } from '../process/failure.ts';

/** A cell that does not compile or that throws. */
export class CellError extends Failure {
  /** The cell's number, from 1, and the line in it where that is known. */
  constructor(notebook: string, cell: number, line: number | undefined, message: string) {
    super(`${notebook}, cell ${cell}${line === undefined ? '' : `, line ${line}`}: ${message}`);
  }
}
