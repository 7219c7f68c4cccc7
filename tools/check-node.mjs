/** Exits with a one-line message when this Node.js is too old. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(
    `Barback needs Node.js 20.19 or newer, and this is ${process.versions.node}: install a newer one from your system or from the Node.js project.`,
  );
}

/** @param {string} sentence */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
