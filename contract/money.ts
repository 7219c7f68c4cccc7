/** Amounts of money in responses, which are left out for those who may not see them. */
import { z } from 'zod';

const amounts = new WeakSet<z.core.$ZodType>();

/** An amount of money in a response, in dollars. */
export function money(): z.ZodNumber {
  const amount = z.number();
  amounts.add(amount);
  return amount;
}

const stripped = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/** The schema without its amounts, at any depth; the rest of a response is encoded as before. */
export function withoutMoney(schema: z.core.$ZodType): z.core.$ZodType {
  const known = stripped.get(schema);
  if (known) return known;
  const made = strip(schema);
  stripped.set(schema, made);
  return made;
}

function strip(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodObject) {
    const kept = Object.entries<z.core.$ZodType>(schema.shape).filter(
      ([, field]) => !isAmount(field),
    );
    return z.object(Object.fromEntries(kept.map(([name, field]) => [name, withoutMoney(field)])));
  }
  if (schema instanceof z.ZodArray) return z.array(withoutMoney(schema.element));
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map((one) => withoutMoney(one)));
  if (schema instanceof z.ZodRecord)
    return z.record(schema.keyType, withoutMoney(schema.valueType));
  if (schema instanceof z.ZodOptional) return z.optional(withoutMoney(schema.unwrap()));
  if (schema instanceof z.ZodNullable) return z.nullable(withoutMoney(schema.unwrap()));
  return schema;
}

function isAmount(field: z.core.$ZodType): boolean {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable)
    return isAmount(field.unwrap());
  return amounts.has(field);
}

/** Encodes by a schema of the contract, without amounts of money for those who may not see them. */
export const encodeJson = (schema: z.ZodType, value: unknown, seesMoney: boolean): string =>
  JSON.stringify(z.encode(seesMoney ? schema : withoutMoney(schema), value));
