/** Reads a streamed report that is too long for one response. */

const lineFeed = 10;
const comma = 44;

/**
 * Counts received sales: lines of one sale are adjacent and begin with its id, so a sale is counted where the first
 * cell changes.
 */
export function saleCounter(): (chunk: Uint8Array) => number {
  let sales = 0;
  let inFirstCell = true;
  let cell = '';
  let before = 'Id';
  return (chunk) => {
    for (const byte of chunk) {
      if (byte === lineFeed) {
        inFirstCell = true;
        cell = '';
      } else if (inFirstCell && byte === comma) {
        inFirstCell = false;
        if (cell !== before) sales += 1;
        before = cell;
      } else if (inFirstCell) {
        cell += String.fromCodePoint(byte);
      }
    }
    return sales;
  };
}

export interface CsvProgress {
  readonly sales: number;
  /** 0 while unknown. */
  readonly total: number;
}

/**
 * @param response its header X-Total-Count is the number of sales to come
 * @param onProgress throttled, not called for every chunk
 */
export async function readCsv(
  response: Response,
  onProgress: (progress: CsvProgress) => void,
): Promise<Blob> {
  const total = Number(response.headers.get('X-Total-Count') ?? 0) || 0;
  const count = saleCounter();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let reportedAtMs = 0;
  await response.body?.pipeTo(
    new WritableStream<Uint8Array<ArrayBuffer>>({
      write(piece) {
        pieces.push(piece);
        const sales = Math.min(count(piece), total || Number.MAX_SAFE_INTEGER);
        if (performance.now() - reportedAtMs < 100) return;
        reportedAtMs = performance.now();
        onProgress({ sales, total });
      },
    }),
  );
  return new Blob(pieces, { type: 'text/csv' });
}
