import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvCents, csvText, mayChangeAsCells, unguard } from './csv-cell.ts';

const readBack = (line: string) => parse(line, { relax_column_count: true })[0] ?? [''];

const awkward = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'=+-@\t\r\n\'",; ＝＋－＠1Aé'.split('')),
    fc.string({ minLength: 1, maxLength: 1 }),
  ),
});

describe('CSV text', () => {
  test('leaves plain text unchanged', () => {
    for (const plain of ['Mojito', "Dark 'n' Stormy", "O'Hara", 'Rum + Cola', '']) {
      expect(csvText(plain)).toBe(plain);
    }
  });

  test('quotes text with commas, quotes or line breaks', () => {
    expect(csvText('Gin, Tonic')).toBe('"Gin, Tonic"');
    expect(csvText('The "Best"')).toBe('"The ""Best"""');
    expect(csvText('two\nlines')).toBe('"two\nlines"');
  });

  test('prefixes text that could run as a formula', () => {
    expect(csvText('=1+1,"x"')).toBe(`"'=1+1,""x"""`);
    expect(csvText('+1')).toBe("'+1");
    expect(csvText('-1')).toBe("'-1");
    expect(csvText('@cmd')).toBe("'@cmd");
    expect(csvText('\t=1')).toBe("'\t=1");
    expect(csvText('＝1')).toBe("'＝1");
    expect(csvText('x;=cmd')).toBe("x;'=cmd");
    expect(csvText('x;"=cmd')).toBe(`"x;'""=cmd"`);
    expect(csvText("x;;-1;'@y; +2")).toBe("x;;'-1;''@y; +2");
  });

  test('round-trips every text, and no cell starts a formula', () => {
    fc.assert(
      fc.property(fc.array(awkward, { minLength: 1, maxLength: 5 }), (texts) => {
        const cells = readBack(`${texts.map(csvText).join(',')},end\r\n`);
        expect(cells.slice(0, -1).map(unguard)).toEqual(texts);
        for (const cell of cells) expect(cell).not.toMatch(/(^|;)[=+\-@\t\r\n＝＋－＠]/);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('lines of COPY', () => {
  const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
  const copied = (text: string) =>
    text.replaceAll(/[\\\t\n\r]/g, (letter) => escapes[letter] ?? '');

  test('that need no cells of their own have texts that are their own cells', () => {
    const text = fc.oneof(awkward, fc.string({ unit: fc.constantFrom(..."aé1-' .\\".split('')) }));
    let unchanged = 0;
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 3 })), (rows) => {
        const lines = rows.map((row) => `${row.map(copied).join('\t')}\n`).join('');
        if (mayChangeAsCells(lines)) return;
        unchanged += rows.length;
        for (const each of rows.flat()) expect(csvText(each)).toBe(each);
      }),
      { numRuns: 1000 },
    );
    expect(unchanged).toBeGreaterThan(10);
  });
});

describe('CSV amounts', () => {
  test('writes amounts with two decimals and a minus sign but no dollar sign', () => {
    expect(csvCents(1250)).toBe('12.50');
    expect(csvCents(5)).toBe('0.05');
    expect(csvCents(0)).toBe('0.00');
    expect(csvCents(-335)).toBe('-3.35');
    expect(csvCents(11_539_258)).toBe('115392.58');
  });

  test('round-trips amounts to the same cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
        expect(csvCents(cents)).toMatch(/^-?\d+\.\d\d$/);
        expect(Number(csvCents(cents).replace('.', ''))).toBe(cents);
      }),
    );
  });
});
