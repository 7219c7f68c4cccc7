import { expect, test } from 'vitest';
import { imageKey, invoiceKey, isInvoiceKeyOf, isPrivateKey, keyOfAddress } from './image-key.ts';

test('builds an encoded key from the album, a random part and the file name', () => {
  expect(imageKey('Rooftop Bar', 'r4nd0m', 'my rum.png')).toBe('Rooftop%20Bar/r4nd0m/my%20rum.png');
  expect(imageKey('A/B & Söhne', 'x', "50% (o'clock)*!.png")).toBe(
    'A%2FB%20%26%20S%C3%B6hne/x/50%25%20%28o%27clock%29%2A%21.png',
  );
});

test("a browser does not change the key's URL, whatever the names are", () => {
  for (const name of [
    '.',
    '..',
    '...',
    'a/../b',
    '?',
    '#',
    '\\',
    '%2e%2e',
    '🍹',
    '%',
    'a;b',
    '+',
  ]) {
    const key = imageKey(name, 'x', name);
    expect(new URL(`https://bar.example/files/${key}?q`).pathname).toBe(`/files/${key}`);
    expect(key.split('/')).toHaveLength(3);
  }
});

test("limits the key's length and never splits a character", () => {
  const key = imageKey('🍹'.repeat(100), 'x'.repeat(43), `${'é'.repeat(190)}.png`);
  expect(key.length).toBeLessThanOrEqual(500);
  expect(decodeURIComponent(key)).toMatch(/^(🍹)+\/x+\/é+\.png$/u);
});

test('recovers the key from a URL in any encoding', () => {
  expect(keyOfAddress("A%2fB/x/my%20rum's.png")).toBe('A%2FB/x/my%20rum%27s.png');
  expect(keyOfAddress('A/x/%E0%A4')).toBeNull();
});

test('an invoice has a private key of its venue, which no name of a venue leads to', () => {
  const key = invoiceKey('v1', 'r4nd0m', 'my invoice.png');
  expect(key).toBe('private-invoices/v1/r4nd0m/my%20invoice.png');
  expect([isPrivateKey(key), isInvoiceKeyOf(key, 'v1'), isInvoiceKeyOf(key, 'v')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(isPrivateKey(imageKey('private-invoices', 'r4nd0m', 'a.png'))).toBe(false);
});
