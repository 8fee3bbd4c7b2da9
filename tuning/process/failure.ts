/** Work that could not be done although nothing that was asked for is wrong; exit code 1. */
export class Failure extends Error {
  override name = 'Failure';
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file is larger than the system allows',
  EIO: 'the disk cannot be read or written',
  EROFS: 'the folder is read-only',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of the path is no folder',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
};

const OUT_OF_MEMORY = new Set(['ENOMEM', 'ERR_WORKER_OUT_OF_MEMORY', 'ERR_MEMORY_ALLOCATION_FAILED']);
// As V8 says it where it gives no code.
const ALLOCATION = /allocation failed|(could not|cannot) allocate|out of memory/i;

/** A full disk, a folder that may not be written, a lack of memory and the like, in a line; undefined for any other error. */
export function systemFailure(error: unknown): string | undefined {
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (code === 'ERR_WORKER_INIT_FAILED')
    return 'no more threads can be started; what was there before is intact';
  if (isOutOfMemory(error)) return 'the memory is used up; what was there before is intact';
  if (typeof code !== 'string' || typeof syscall !== 'string') return undefined;
  return `${path ?? syscall}: ${REASONS[code] ?? code}; what was there before is intact`;
}

/** Whether an error, or what caused it, is a disk without room or one that does not answer: the same work may do later. */
export function isDiskShortage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = error as NodeJS.ErrnoException;
  return ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'].includes(code ?? '') || isDiskShortage(cause);
}

function isOutOfMemory(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, name, message } = error as NodeJS.ErrnoException;
  return OUT_OF_MEMORY.has(code ?? '') || (name === 'RangeError' && ALLOCATION.test(message));
}
