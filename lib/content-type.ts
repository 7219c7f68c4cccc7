/** Content types by file name. */

const text = '; charset=utf-8';

const types: Readonly<Record<string, string>> = {
  html: `text/html${text}`,
  htm: `text/html${text}`,
  xhtml: `application/xhtml+xml${text}`,
  css: `text/css${text}`,
  js: `text/javascript${text}`,
  mjs: `text/javascript${text}`,
  json: `application/json${text}`,
  map: `application/json${text}`,
  webmanifest: `application/manifest+json${text}`,
  xml: `text/xml${text}`,
  txt: `text/plain${text}`,
  md: `text/plain${text}`,
  csv: `text/csv${text}`,
  vtt: `text/vtt${text}`,
  svg: `image/svg+xml${text}`,
  wasm: 'application/wasm',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  bmp: 'image/bmp',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  eot: 'application/vnd.ms-fontobject',
  glb: 'model/gltf-binary',
  gltf: `model/gltf+json${text}`,
};

/** Content-Type a file is served with; a binary download when the extension is unknown. */
export function contentTypeOf(path: string): string {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(types, extension) ? (types[extension] ?? '') : 'application/octet-stream';
}

/** Suffixes of files that a build compresses itself. */
const encodings: Readonly<Record<string, 'gzip' | 'br'>> = { gz: 'gzip', br: 'br' };

/** Data of builds for the web, which no browser shows by itself. */
const dataOfBuilds = /\.(data|mem|bundle|symbols)$/i;

/**
 * Type and Content-Encoding of a file that its build has compressed, such as `game.wasm.br`; null for other files, also
 * for archives, which are downloads.
 */
export function precompressedType(path: string): { type: string; encoding: 'gzip' | 'br' } | null {
  const [, name = '', suffix = ''] = /^(.+)\.(gz|br)$/i.exec(path) ?? [];
  const encoding = encodings[suffix.toLowerCase()];
  const type = contentTypeOf(name);
  const isKnown = isCompressible(type) || dataOfBuilds.test(name);
  return encoding !== undefined && isKnown ? { type, encoding } : null;
}

const unpackedKinds =
  /^(text\/|font\/(ttf|otf)|image\/(svg|bmp|x-icon)|model\/|application\/(json|manifest|xhtml|wasm|vnd\.ms-fontobject))/;

/** True when files of this type benefit from compression; pictures, films and web fonts are compressed already. */
export const isCompressible = (contentType: string): boolean => unpackedKinds.test(contentType);

/**
 * True when the name changes with the content of the file, so that it can be cached for a year: it ends in a hash as
 * builds write it (`app.3f9c2b1a.js`, `assets/index-B3xk9_Zq.js`). Dates, words and pages do not count.
 */
export function isLastingName(path: string): boolean {
  if (/\.x?html?$/i.test(path)) return false;
  const hex = /[.-]([\da-f]{8,64})\.\w+(\.map)?$/.exec(path)?.[1];
  if (hex !== undefined) return /\d/.test(hex) && /[a-f]/.test(hex);
  const mixed = /^assets\/(?:.*\/)?[^/]+-([\w-]{8})\.\w+(\.map)?$/.exec(path)?.[1] ?? '';
  return [/\d/, /[a-z]/, /[A-Z]/].every((kind) => kind.test(mixed));
}

export interface PngSize {
  width: number;
  height: number;
}

/** Number of bytes inspected at the start and at the end of the file. */
export const pngHeadBytes = 33;
/** Validation of PNG files that browsers can display without running out of memory. */
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

// HTTP byte ranges, which browsers use to seek in videos.

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
