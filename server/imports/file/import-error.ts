/** Error that prevents an import and that the user can fix; only its message is shown. */
export class ImportError extends Error {
  override name = 'ImportError';
}
