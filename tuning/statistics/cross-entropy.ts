export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** The cross-entropy of a target and the probability sigmoid(logit), without overflow. */
export function crossEntropy(logit: number, target: number): number {
  return Math.log1p(Math.exp(-Math.abs(logit))) + Math.max(logit, 0) - target * logit;
}
