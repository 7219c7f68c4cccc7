/** Kinds of values that several settings have. */
import { z } from 'zod';

/** Digits only: no sign, exponent, hexadecimal number or white space. */
export const wholeNumber = (most: number, text: string) =>
  z
    .string()
    .regex(/^\d+$/, text)
    .transform(Number)
    .refine((number) => number <= most, text);

export const oneOf = <const T extends [string, ...string[]]>(...values: T) =>
  z.enum(values, `${values.slice(0, -1).join(', ')} or ${values.at(-1) ?? ''}`).optional();
