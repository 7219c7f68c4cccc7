/**
 * Releases with long-term support from the first one that can load ECMAScript modules with require; the same as in
 * package.json and in the packages that are installed. Version 23 is not supported by its authors any more.
 * @param {string} version
 */
export function isSupported(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major >= 24 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19);
}

/** Exits with a one-line message when this Node.js is not supported. */
export function checkNode() {
  const { node } = process.versions;
  if (isSupported(node)) return;
  fail(
    `Barback needs Node.js 20.19, 22.13, 24 or newer, and this is ${node}: install another one from your system or from the Node.js project.`,
  );
}

/** @param {string} sentence */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
