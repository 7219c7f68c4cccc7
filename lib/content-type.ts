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
