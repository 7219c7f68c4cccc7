/** Wraps labels below the bars of a chart. */

/** Lines of a label: words share a line while they fit in `most` characters; a longer word has a line of its own. */
export function wrapLabel(label: string, most = 8): string[] {
  const lines: string[] = [];
  for (const word of label.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1);
    const together = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && together.length <= most) lines[lines.length - 1] = together;
    else lines.push(word);
  }
  return lines;
}
