import type { Game } from '../../engine/game.ts';
import type { ValueBits } from '../tables/exact-values.ts';
import type { NumberedValues } from '../tables/oracle.ts';
import { Audit, type SpecialAudit } from './audit.ts';
import { congaAudit } from './conga/conga-audit.ts';

const SPECIAL: Readonly<Record<string, SpecialAudit>> = { conga: congaAudit };

/** The audit of stored values. */
export function auditOf(game: Game, values: NumberedValues, bytes: Uint8Array, bits: ValueBits): Audit {
  const special = Object.hasOwn(SPECIAL, game.name) ? SPECIAL[game.name] : undefined;
  return special?.(game, values, bytes, bits) ?? new Audit(game, values);
}
