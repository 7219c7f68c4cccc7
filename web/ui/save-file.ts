/** Saves a file through the browser's download. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser starts reading the file asynchronously.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
