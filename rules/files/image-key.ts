/** Storage key of an uploaded picture: the part after /files/ in its URL, and the imageURL. */

// Together with a random part this stays within the 500 characters of an imageURL.
const mostAlbum = 120;
const mostName = 320;

/**
 * Builds a key from the album (the venue name), a random part that prevents overwriting, and the file name,
 * percent-encoded as in a URL. Long names are truncated; the file name keeps its end.
 * @param random letters and digits, at most 50
 */
export function imageKey(album: string, random: string, fileName: string): string {
  const albumPart = fitting(Array.from(album, encode), mostAlbum);
  const namePart = fitting(Array.from(fileName, encode).toReversed(), mostName).toReversed();
  return [named(albumPart.join('')), random, named(namePart.join(''))].join('/');
}

const privateFolder = 'private-invoices';

/** Builds a key of the photo of an invoice of a venue, which is never served at /files/. */
export const invoiceKey = (venueId: string, random: string, fileName: string): string =>
  `${privateFolder}/${venueId}/${imageKey('', random, fileName).slice(1)}`;

/** True for the key of an invoice: only an endpoint that checks permissions may read its file. */
export const isPrivateKey = (key: string): boolean => key.startsWith(`${privateFolder}/`);

/** True for the key of an invoice of this venue. */
export const isInvoiceKeyOf = (key: string, venueId: string): boolean =>
  key.startsWith(`${privateFolder}/${venueId}/`);

/** Canonical key for a URL path; null when the path is not a key. */
export function keyOfAddress(path: string): string | null {
  try {
    return path
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/');
  } catch {
    return null;
  }
}

/** Takes encoded characters one by one while they fit. */
function fitting(encoded: readonly string[], most: number): string[] {
  let length = 0;
  const first = encoded.findIndex((character) => (length += character.length) > most);
  return encoded.slice(0, first === -1 ? undefined : first);
}

/** Percent-encodes like S3: all but letters, digits and - . _ ~ */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Replaces `.` and `..`, which browsers resolve as relative path segments, and the folder of private files. */
const named = (part: string): string =>
  /^\.{1,2}$/.test(part) || part === privateFolder ? '_' : part;

/** Selecting a picture file. */
export const pickMessages = {
  empty: 'The image is empty',
  unreadable: 'This file cannot be read as an image. Use a PNG or JPEG picture',
  tooManyToRead: 'This image has too many pixels. Use one of at most 100 megapixels',
} as const;
