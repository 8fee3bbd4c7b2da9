import { type ChosenParameters, parameterList, parseParameterList } from '../../engine/parameters.ts';

/** What a heuristic with our search is: the hash of its weights, then the search parameters that are not the default. */
export function heuristicIdentity(weights: string, parameters: ChosenParameters): string {
  const list = parameterList(parameters);
  return list === '' ? weights : `${weights},${list}`;
}

/** The two parts of such an identity; throws an InputError where its parameters are none. */
export function heuristicOf(identity: string): { hash: string; parameters: ChosenParameters } {
  const [, hash, , list] = /^(\w*)(,(.*))?$/.exec(identity)!;
  return { hash, parameters: list === undefined ? {} : parseParameterList(list) };
}
