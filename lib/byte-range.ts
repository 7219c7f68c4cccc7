/** A part of a file that a browser asks for: films are wound forward by it. */

/** Both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a Range header for a file of `bytes` bytes. null: send the whole file, because the header asks for nothing that is
 * understood here (another unit, several parts). 'beyond': there is nothing at that place (416).
 */
export function readRange(header: string, bytes: number): ByteRange | 'beyond' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.replaceAll(' ', ''));
  if (!match) return null;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return null;
  if (from === '') {
    const last = Math.min(Number(to), bytes);
    return last === 0 ? 'beyond' : { start: bytes - last, end: bytes - 1 };
  }
  const start = Number(from);
  const end = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to !== '' && Number(to) < start) return null;
  return start >= bytes ? 'beyond' : { start, end };
}

/** Whether an Accept-Encoding header allows an encoding: named, or by a star, and not with a weight of 0. */
export function acceptsEncoding(header: string, encoding: string): boolean {
  const offers = new Map(
    header
      .toLowerCase()
      .split(',')
      .map((offer) => {
        const [name = '', ...more] = offer.split(';').map((part) => part.trim());
        return [name, !more.some((part) => /^q=0(\.0*)?$/.test(part))];
      }),
  );
  return offers.get(encoding) ?? offers.get('*') ?? false;
}
