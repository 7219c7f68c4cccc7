/** Under which key an uploaded picture is kept: what stands behind /files/ in its address, and in imageURL. */

// Together with a random part they stay within the 500 characters of an imageURL.
const mostAlbum = 120;
const mostName = 320;

/**
 * The album (the name of the venue), a random part so that nothing is ever written over, and the name of the file,
 * percent-encoded as they stand in an address. Long names are cut; the file name keeps its end.
 * @param random letters and digits, at most 50
 */
export function imageKey(album: string, random: string, fileName: string): string {
  const albumPart = fitting(Array.from(album, encode), mostAlbum);
  const namePart = fitting(Array.from(fileName, encode).toReversed(), mostName).toReversed();
  return [named(albumPart.join('')), random, named(namePart.join(''))].join('/');
}

/** The key that an address names, in the one way of writing it; null when it names none. */
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

/** Characters one by one, as long as they fit. */
function fitting(encoded: readonly string[], most: number): string[] {
  let length = 0;
  const first = encoded.findIndex((character) => (length += character.length) > most);
  return encoded.slice(0, first === -1 ? undefined : first);
}

/** As S3 writes keys in addresses: all but letters, digits and - . _ ~ */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A browser takes a part that is `.` or `..` for a way to another folder. */
const named = (part: string): string => (/^\.{1,2}$/.test(part) ? '_' : part);
