import { expect, test } from 'vitest';
import { readCsv, saleCounter } from './export/csv-file.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('counts sales, not lines: the drinks of a sale are adjacent', () => {
  const count = saleCounter();
  expect(count(bytes('Id,Date\r\na,1\r\na,1\r\n'))).toBe(1);
  expect(count(bytes('b,1\r\nc,1\r\nc,1\r\n'))).toBe(3);
});

test('chunks may end anywhere', () => {
  const count = saleCounter();
  let counted = 0;
  for (const letter of 'Id,Date\r\nsale-1,x\r\nsale-1,y\r\nsale-2,z\r\n') {
    counted = count(bytes(letter));
  }
  expect(counted).toBe(2);
});

test('the file contains every byte, and the reported sales never exceed the total', async () => {
  const text = 'Id,Date\r\na,1\r\nb,1\r\nTotal Sales,,\r\n';
  const described: number[] = [];
  const response = new Response(text, { headers: { 'X-Total-Count': '2' } });
  const file = await readCsv(response, ({ sales, total }) => {
    expect(total).toBe(2);
    described.push(sales);
  });
  expect(await file.text()).toBe(text);
  expect(described).toEqual([2]);
});
