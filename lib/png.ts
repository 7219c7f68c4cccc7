/** Validation of PNG files that browsers can display without running out of memory. */

export interface PngSize {
  width: number;
  height: number;
}

/** Number of bytes inspected at the start and at the end of the file. */
export const pngHeadBytes = 33;
export const pngTailBytes = 12;

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
// The IEND chunk that ends every PNG: zero length, its name and its checksum.
const end = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];

/** Bit depths that the PNG standard allows for each colour type. */
const depths: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/**
 * Size in pixels declared in the first 33 bytes of a PNG; null when they are not a PNG header.
 * @param head the first bytes of the file
 */
export function readPngSize(head: Uint8Array): PngSize | null {
  if (head.length < pngHeadBytes || !startsWith(head, signature)) return null;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const isHeader = view.getUint32(8) === 13 && view.getUint32(12) === 0x49484452;
  const [depth, colour, compression, filter, interlace] = head.subarray(24, 29);
  const isKnown =
    depths[colour ?? -1]?.includes(depth ?? -1) === true &&
    compression === 0 &&
    filter === 0 &&
    (interlace === 0 || interlace === 1);
  const size = { width: view.getUint32(16), height: view.getUint32(20) };
  return isHeader && isKnown && size.width > 0 && size.height > 0 ? size : null;
}

/** True when the last 12 bytes are a PNG end chunk: the file is complete and has no trailing data. */
export const endsLikePng = (tail: Uint8Array): boolean =>
  tail.length >= pngTailBytes && startsWith(tail.subarray(-pngTailBytes), end);

const mostSide = 8000;
const mostPixels = 16_000_000;

/** True when a picture would take too much memory: more than 8,000 pixels wide or high, or 16 megapixels in total. */
export const hasTooManyPixels = ({ width, height }: PngSize): boolean =>
  width > mostSide || height > mostSide || width * height > mostPixels;

const startsWith = (bytes: Uint8Array, beginning: readonly number[]): boolean =>
  beginning.every((byte, index) => bytes[index] === byte);
