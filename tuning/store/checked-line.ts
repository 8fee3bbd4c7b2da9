import { crc32 } from 'node:zlib';

/** A text without line breaks as a line with its checksum, so that a change of any bit shows, and a line of another place too. */
export function checkedLine(text: string, place = ''): string {
  return `${text} ${checksumOf(place + text)}\n`;
}

/** The text of such a line, given without its line break; undefined where it is not what was written in that place. */
export function textOfLine(line: string, place = ''): string | undefined {
  const at = line.lastIndexOf(' ');
  const text = line.slice(0, Math.max(0, at));
  return at >= 0 && line.slice(at + 1) === checksumOf(place + text) ? text : undefined;
}

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
