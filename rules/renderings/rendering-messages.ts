/** Renderings: each venue's own page. */
export const renderingMessages = {
  noVenueName: 'Enter the venue name',
  noEntryPage: 'Enter the entry page path',
  badEntryPage:
    'Enter the entry page path as it is in the zip, like index.html or pages/start.html',
  badPathName:
    'This venue name cannot be made into an address. Use no invisible characters, and no dots alone',
  longPathName: 'This venue name cannot be made into an address. Use at most 100 characters',
  reservedPathName: 'This address is reserved. Use another venue name',
  otherPathName: (pathName: string) => `The path name of this venue is ${pathName}`,
  taken: 'Name already used',
  noZip: 'Choose a zip file',
  notZip: 'Only zip files can be uploaded',
  emptyZip: 'This file is empty',
  tooLarge: 'Use a zip file of at most 100 MB',
  tooLong: (field: string) => `${field} is too long`,
  notAForm: 'Send the rendering as a form with a zip file',
  replaces: 'This venue has a page, which is replaced. The present version can be restored',
  published: (venueName: string) => `The page of ${venueName} is published.`,
  replaced: (venueName: string) => `The page of ${venueName} is replaced.`,
  deleted: (venueName: string) => `The rendering of ${venueName} was deleted.`,
  restored: (venueName: string) => `The former rendering of ${venueName} is shown again.`,
  confirmDelete: (venueName: string) => `Are you sure to delete the rendering of ${venueName}?`,
} as const;

/** Reasons why a bundle was rejected: the zip entry and its fault. */
export const bundleMessages = {
  refused: (why: string) => `Bundle refused: ${why}`,
  notZip: 'this is not a complete zip file',
  brokenEntry: (number: number) => `entry ${number} of the zip cannot be read`,
  empty: 'there is nothing in it',
  tooManyEntries: 'there are more than 5,000 files in it',
  tooLarge: 'it unpacks to more than 300 MB',
  wholeBomb: 'it unpacks to more than 200 times its size',
  overlapping: 'some of its files share their content',
  badLength: 'is not a name that a file can have',
  badCharacters: 'has characters in its name that no address can have',
  unknownCodePage:
    'has letters in its name that cannot be read: pack the files with a program that writes UTF-8 names',
  backslash: 'has a backslash in its name: use / between folders',
  absolute: 'has an absolute path',
  leadsOut: 'leads out of the bundle',
  link: 'is a link',
  device: 'is neither a file nor a folder',
  encrypted: 'is encrypted',
  otherMethod: 'is packed in a way that is not supported: use a plain zip',
  twice: 'is in it twice',
  sameButCase: (other: string) => `and “${other}” differ in capital letters only`,
  alsoFolder: 'is a file and a folder at once',
  bomb: 'unpacks to more than 200 times its size',
  damaged: 'is damaged',
  otherSize: 'is not as large as the zip says',
  noEntryPage: (meant: string | null) =>
    meant === null
      ? 'is not in it, and it is the entry page'
      : `is not in it; if “${meant}” is meant, enter that as the entry page path`,
} as const;
