/** Cursors of pages: JSON in base64url, which callers send back as it is. */
import type { z } from 'zod';

export const encodeCursor = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

/** Null for a text that is no cursor of this shape. */
export function decodeCursor<Value>(text: string, shape: z.ZodType<Value>): Value | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return shape.safeParse(value).data ?? null;
  } catch {
    return null;
  }
}
