/** HTTP byte ranges, which browsers use to seek in videos. */

/** Both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a Range header for a file of `bytes` bytes. Returns null when the whole file must be sent because the header
 * is not supported (another unit, several parts), and 'beyond' when the range is not satisfiable (416).
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

/** True when an Accept-Encoding header allows the encoding, by name or by `*`, and not with a weight of 0. */
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
