import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withTestFolder } from '../../../db/testing/with-folder.ts';
import { importMessages } from '../../../rules/imports/import-messages.ts';
import { type CsvLine, readCsv } from './csv-file.ts';

const folder = withTestFolder();

async function read(content: string | Buffer): Promise<CsvLine[]> {
  const path = join(folder, 'file.csv');
  await writeFile(path, content);
  const file = await open(path);
  const lines: CsvLine[] = [];
  try {
    for await (const part of readCsv(file)) lines.push(...part.lines);
  } finally {
    await file.close();
  }
  return lines;
}

const good = (line: number, ...cells: string[]): CsvLine => ({ line, cells, broken: null });
const bad = (line: number, text: string, broken: string = importMessages.badQuotes): CsvLine => ({
  line,
  cells: [text],
  broken,
});

describe('a valid CSV file', () => {
  test('reads a file with a byte order mark, any line ending, and no final line break', async () => {
    expect(await read('\uFEFFa,b\r\n1,2\n3,4\r5,6')).toEqual([
      good(1, 'a', 'b'),
      good(2, '1', '2'),
      good(3, '3', '4'),
      good(4, '5', '6'),
    ]);
  });

  test('reads commas, quotes and line breaks in quoted fields', async () => {
    expect(await read('a,b\r\n"Gin, ""dry""","one\r\ntwo\nthree"\r\n1,2\r\n')).toEqual([
      good(1, 'a', 'b'),
      good(2, 'Gin, "dry"', 'one\r\ntwo\nthree'),
      good(5, '1', '2'),
    ]);
  });

  test('counts empty lines in line numbers', async () => {
    expect(await read('\n\na,b\n\n\n1,2\n\n')).toEqual([good(3, 'a', 'b'), good(6, '1', '2')]);
  });

  test('passes on lines of any length for the caller to validate', async () => {
    expect(await read('a,b\n1\n1,2,3\n')).toEqual([
      good(1, 'a', 'b'),
      good(2, '1'),
      good(3, '1', '2', '3'),
    ]);
  });

  test('an empty file has no lines', async () => {
    expect(await read('')).toEqual([]);
    expect(await read('\uFEFF')).toEqual([]);
    expect(await read('\r\n\r\n')).toEqual([]);
  });
});

describe('a malformed line', () => {
  test('loses only the line with a quote inside a plain field', async () => {
    expect(await read('a,b\n1,6" sub\n3,4\n')).toEqual([
      good(1, 'a', 'b'),
      bad(2, '1,6" sub'),
      good(3, '3', '4'),
    ]);
  });

  test('loses only the line with text after a closing quote', async () => {
    expect(await read('a,b\r\n"1"x,2\r\n3,4\r\n')).toEqual([
      good(1, 'a', 'b'),
      bad(2, '"1"x,2'),
      good(3, '3', '4'),
    ]);
  });

  test('loses only the line with a quote that is never closed', async () => {
    expect(await read('a,b\n"1,2\n3,4\n5,6')).toEqual([
      good(1, 'a', 'b'),
      bad(2, '"1,2'),
      good(3, '3', '4'),
      good(4, '5', '6'),
    ]);
  });

  test('loses only the line with a quote that a later malformed line closes', async () => {
    expect(await read('a,b,c\nx,"1,2\n3,4,5\ny,6",7\n8,9,10\n')).toEqual([
      good(1, 'a', 'b', 'c'),
      bad(2, 'x,"1,2'),
      good(3, '3', '4', '5'),
      bad(4, 'y,6",7'),
      good(5, '8', '9', '10'),
    ]);
  });

  test('loses only the line with a quote that a later line closes with too many cells', async () => {
    expect(await read('a,b\n1,"x\n2,"y",z\n3,4\n')).toEqual([
      good(1, 'a', 'b'),
      bad(2, '1,"x'),
      good(3, '2', 'y', 'z'),
      good(4, '3', '4'),
    ]);
  });

  test('loses only the malformed lines of several in a row, with empty lines between', async () => {
    const content = `a,b\r\n\r\n${'"x"y,1\r\n\r\n'.repeat(50)}3,4`;
    const lines = await read(content);
    expect(lines).toHaveLength(52);
    expect(lines.at(-1)).toEqual(good(103, '3', '4'));
    expect(lines.slice(1, -1).map(({ line }) => line)).toEqual(
      Array.from({ length: 50 }, (_, index) => 3 + index * 2),
    );
  });

  test('loses only the line that is too long, and stores just its start', async () => {
    const long = 'x'.repeat(300_000);
    const [, first, second, ...rest] = await read(`a,b\r\n1,${long}\r\n"${long}\r\n3,4\r\n`);
    expect(first).toMatchObject({ line: 2, broken: importMessages.longLine(65_536) });
    expect(second).toMatchObject({ line: 3, broken: importMessages.longLine(65_536) });
    expect(first?.cells[0]).toBe(`1,${long}`.slice(0, 65_536));
    expect(rest).toEqual([good(4, '3', '4')]);
  });
});

test('round-trips any field content, each line with its number', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.string({ unit: fc.constantFrom('"', ',', 'x', 'é', '🍸'), maxLength: 8 }),
    fc.constantFrom('one\r\ntwo', 'one\n\ntwo', 'a\rb'),
    // Long enough for lines to cross the chunks in which the file is read.
    fc.integer({ min: 0, max: 4_000 }).map((length) => 'long '.repeat(length)),
  );
  const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(table, fc.constantFrom('\r\n', '\n', '\r'), async (rows, lineEnd) => {
      const quoted = rows.map((cells) =>
        cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(','),
      );
      let line = 1;
      const expected = rows.map((cells) => {
        const first = line;
        line += 1 + (cells.join('').match(/\r\n|\r|\n/g)?.length ?? 0);
        return good(first, ...cells);
      });
      expect(await read(quoted.join(lineEnd))).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});
