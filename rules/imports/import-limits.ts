/** Size of a file that can be uploaded to be imported: 100 MB. */
export const mostImportBytes = 100 * 1024 ** 2;
