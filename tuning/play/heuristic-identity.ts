import { type ChosenParameters, parameterList, parseParameterList } from '../../engine/parameters.ts';

/** What a heuristic with our search is: the hash of its weights, the search parameters that are not the default, and nodes of its own. */
export function heuristicIdentity(weights: string, parameters: ChosenParameters, nodes?: number): string {
  const list = parameterList(parameters);
  return `${weights}${list === '' ? '' : `,${list}`}${nodes === undefined ? '' : `@${nodes}`}`;
}

/** The form of such an identity. */
export const HEURISTIC_IDENTITY =
  /^([0-9a-f]{64})(?:,(\w+=[\d.e+-]+(?:,\w+=[\d.e+-]+){0,100}))?(?:@([1-9]\d{0,8}))?$/;

/** The parts of such an identity; throws an InputError where its parameters are none. */
export function heuristicOf(identity: string): {
  hash: string;
  parameters: ChosenParameters;
  nodes?: number;
} {
  const [, hash, list, nodes] = HEURISTIC_IDENTITY.exec(identity) ?? ['', identity];
  return {
    hash,
    parameters: list === undefined ? {} : parseParameterList(list),
    ...(nodes !== undefined && { nodes: Number(nodes) }),
  };
}
