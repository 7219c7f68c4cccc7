/** Positions in the write-ahead log (WAL) of a PostgreSQL server, which its replicas replay. */
export type LogPosition = bigint;

/** Reads PostgreSQL's form: 16/B374D848. */
export function readLsn(lsn: string): LogPosition {
  const [high = '', low = ''] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Larger than every position. */
export const farthestPosition: LogPosition = 2n ** 64n - 1n;

const digits = 16;

/** Hexadecimal with leading zeros, so that texts are ordered like positions. */
export const positionText = (position: LogPosition): string =>
  position.toString(16).padStart(digits, '0');

/** Null for a text that is none. */
export const readPosition = (text: string): LogPosition | null =>
  /^[\da-f]{16}$/.test(text) ? BigInt(`0x${text}`) : null;
