/** Work that could not be done although nothing that was asked for is wrong; exit code 1. */
export class Failure extends Error {
  override name = 'Failure';
}

/** A full disk, a folder that may not be written and the like, in a line; undefined for any other error. */
export function systemFailure(error: unknown): string | undefined {
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string' || typeof syscall !== 'string') return undefined;
  const reasons: Record<string, string> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EROFS: 'the folder is read-only',
    EACCES: 'permission is denied',
    EPERM: 'permission is denied',
    ENOENT: 'there is no such file',
    ENOTDIR: 'a part of the path is no folder',
    EISDIR: 'it is a folder',
  };
  return `${path ?? syscall}: ${reasons[code] ?? code}; what was there before is intact`;
}
