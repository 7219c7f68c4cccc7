/** Chunks of PNG files: a file is its signature and chunks of length, name, content and checksum. */

const signatureBytes = 8;
/** Length, name and checksum. */
const frameBytes = 12;

/**
 * Chunks that show the picture: its pixels, palette and frames, and how their values become colours. All others, such as
 * tEXt, eXIf and tIME, describe where, when and with what it was made.
 */
const shown: ReadonlySet<string> = new Set(
  (
    'IHDR PLTE IDAT IEND tRNS ' +
    'cHRM cICP gAMA iCCP sRGB sBIT mDCV cLLI mDCv cLLi bKGD pHYs acTL fcTL fdAT'
  ).split(' '),
);

/**
 * The PNG without what is not needed to show it; the pixels stay as they are, byte for byte. Returns the same array where
 * nothing is left out, and null for a file that is not whole chunks from IHDR to IEND.
 */
export function withoutPngMetadata(png: Uint8Array): Uint8Array | null {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const parts = [png.subarray(0, signatureBytes)];
  let at = signatureBytes;
  let name = '';
  while (at + frameBytes <= png.length && name !== 'IEND') {
    const next = at + frameBytes + view.getUint32(at);
    if (next > png.length) return null;
    name = String.fromCharCode(...png.subarray(at + 4, at + 8));
    if (at === signatureBytes && name !== 'IHDR') return null;
    if (shown.has(name)) parts.push(png.subarray(at, next));
    at = next;
  }
  if (name !== 'IEND' || at !== png.length) return null;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length === png.length) return png;
  const stripped = new Uint8Array(length);
  let end = 0;
  for (const part of parts) {
    stripped.set(part, end);
    end += part.length;
  }
  return stripped;
}
