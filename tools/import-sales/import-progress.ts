/** Tells how far an import is: on one line that is written over in a terminal, else now and then on a new one. */

export interface Screen {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
}

export interface Progress {
  show(text: string, lines: number): void;
  /** Clears the way for the next sentence. */
  end(): void;
}

const linesApart = 5_000;
const clearLine = '\r\u001B[K';

export function progressOn(screen: Screen): Progress {
  const isTerminal = screen.isTTY === true;
  let toldAt = 0;
  return {
    show(text, lines) {
      if (isTerminal) screen.write(`${clearLine}${text}`);
      if (isTerminal || lines < toldAt + linesApart) return;
      toldAt = lines;
      screen.write(`${text}\n`);
    },
    end() {
      if (isTerminal) screen.write(clearLine);
    },
  };
}
