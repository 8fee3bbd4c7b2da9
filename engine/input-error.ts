/** Something a person gave is wrong; the message says what, and what was expected. */
export class InputError extends Error {
  override name = 'InputError';
}
