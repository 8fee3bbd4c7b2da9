// A thread that audits ranges of an oracle whose values are in memory that all threads share.
import { takeOutsideGames } from '../../engine/node/outside-games.ts';
import { serveTasks } from '../process/pool.ts';
import { storedValue } from '../tables/exact-values.ts';
import type { OracleManifest } from '../tables/oracle-file.ts';
import type { Audit } from './audit.ts';
import { auditOf } from './audits.ts';
import { solvedBoardOf } from './oracle-folder.ts';

/** What every thread is given. */
export interface AuditWork {
  folder: string;
  manifest: OracleManifest;
  bytes: Uint8Array;
}

/** The numbers from one up to another. */
export interface AuditTask {
  from: number;
  to: number;
}

takeOutsideGames();
serveTasks((data) => {
  const audit = auditFor(data as AuditWork);
  return (task) => {
    const { from, to } = task as AuditTask;
    return audit.range(from, to);
  };
});

function auditFor({ folder, manifest, bytes }: AuditWork): Audit {
  const { bits, palette, distances, counts } = manifest;
  const { game, numbering } = solvedBoardOf(folder, manifest);
  const valueAt = (number: number) => storedValue(bytes, bits, number, palette);
  const values = { numbering, distances, valueAt, distinct: counts.distinct };
  return auditOf(game, values, bytes, bits);
}
