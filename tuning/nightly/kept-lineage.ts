import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { contentsHash } from '../dataset/dataset-writer.ts';
import { hasManifest, type Manifest, readManifest } from '../dataset/manifest.ts';
import { gateResultSchema } from '../store/runs.ts';

/** A dataset in a folder of a night; without a manifest where that cannot be read. */
export interface KeptDataset {
  folder: string;
  manifest: Manifest | undefined;
}

/** What a shipped player's history consists of: which datasets the champions were fitted to, and which matches they won. */
export class Lineage {
  private readonly champions: Set<string>;
  private readonly datasets: Set<string>;

  constructor(out: string, known: readonly KeptDataset[]) {
    const files = championFiles(join(out, 'champions'));
    const weights = files.map((file) => weightsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))));
    this.champions = new Set(weights.map(({ sha256 }) => sha256));
    this.datasets = new Set();
    const wanted = weights.flatMap(({ provenance }) =>
      (provenance?.datasets ?? []).map(({ sha256 }) => sha256),
    );
    const sourcesOf = new Map<string, string[]>();
    for (const { manifest } of known) {
      if (manifest === undefined) continue;
      // What its games were played with is a champion, whose own datasets are wanted anyway.
      const { of } = manifest.settings;
      sourcesOf.set(contentsHash(manifest), Array.isArray(of) ? of.map(String) : []);
    }
    for (let hash = wanted.pop(); hash !== undefined; hash = wanted.pop()) {
      if (this.datasets.has(hash)) continue;
      this.datasets.add(hash);
      wanted.push(...(sourcesOf.get(hash) ?? []));
    }
  }

  needsDataset({ manifest }: KeptDataset): boolean {
    return manifest === undefined || this.datasets.has(contentsHash(manifest));
  }

  /** Whether a folder is of a gate that a champion has won. */
  needsGate(folder: string): boolean {
    const file = join(folder, 'result.json');
    if (!existsSync(file)) return false;
    try {
      const read = gateResultSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
      return (
        read.success && read.data.verdict === 'accepted' && this.champions.has(read.data.candidate.sha256)
      );
    } catch {
      // What cannot be read is not deleted.
      return true;
    }
  }
}

const weightsSchema = z.looseObject({
  sha256: z.string(),
  provenance: z
    .looseObject({ datasets: z.array(z.looseObject({ sha256: z.string() })).optional() })
    .optional(),
});

function championFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name));
}

/** The dataset in a folder; undefined where there is none. */
export function datasetIn(folder: string): KeptDataset | undefined {
  if (!hasManifest(folder)) return undefined;
  try {
    return { folder, manifest: readManifest(folder) };
  } catch {
    return { folder, manifest: undefined };
  }
}
