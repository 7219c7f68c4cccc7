import { expect, test } from 'vitest';
import { pxToRem } from './px-to-rem.ts';

const built = (prop: string, value: string): string => {
  const declaration = { prop, value };
  pxToRem.Declaration(declaration);
  return declaration.value;
};

test.each([
  ['font-size', '14px', '0.875rem'],
  ['padding', '18px -12px', '1.125rem -0.75rem'],
  ['width', 'min(480px, calc(100vw - 32px))', 'min(30rem, calc(100vw - 2rem))'],
  ['border-radius', '12px', '0.75rem'],
  ['inset', 'var(--gap-4px) 4.5px', 'var(--gap-4px) 0.28125rem'],
])('%s: %s scales with the font size of the browser', (prop, value, scaled) =>
  expect(built(prop, value)).toBe(scaled),
);

test.each([
  ['border', '8px solid var(--line)'],
  ['outline-offset', '-2px'],
  ['box-shadow', '0 8px 28px black'],
  ['height', '1px'],
])('%s: %s stays as it is drawn', (prop, value) => expect(built(prop, value)).toBe(value));
