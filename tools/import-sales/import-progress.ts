/** Shows the progress of an import: on one line rewritten in place in a terminal, else on a new line at intervals. */

export interface Screen {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
}

export interface Progress {
  show(text: string, lines: number): void;
  /** Ends the progress line before the next message. */
  end(): void;
}

const linesApart = 5_000;
const clearLine = '\r\u001B[K';

export function progressOn(screen: Screen): Progress {
  const isTerminal = screen.isTTY === true;
  let reportedAt = 0;
  return {
    show(text, lines) {
      if (isTerminal) screen.write(`${clearLine}${text}`);
      if (isTerminal || lines < reportedAt + linesApart) return;
      reportedAt = lines;
      screen.write(`${text}\n`);
    },
    end() {
      if (isTerminal) screen.write(clearLine);
    },
  };
}
