/** Selecting a picture file. */
export const pickMessages = {
  empty: 'The image is empty',
  unreadable: 'This file cannot be read as an image. Use a PNG or JPEG picture',
  tooManyToRead: 'This image has too many pixels. Use one of at most 100 megapixels',
} as const;
