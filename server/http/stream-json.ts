import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';

/** A response as JSON text that is written piece by piece. */
export class JsonStream {
  readonly text: Readable;

  constructor(pieces: AsyncIterable<string>) {
    this.text = Readable.from(pieces, { objectMode: false });
  }
}

/**
 * Encodes a response whose list is too long to be written at once: other requests are served between its slices.
 * @param first the response with the first slice of the list
 * @param more makes the further slices, under the name of the list
 */
export function streamJson<Shape extends z.ZodRawShape, Name extends keyof Shape & string>(
  schema: z.ZodObject<Shape>,
  first: z.output<z.ZodObject<Shape>>,
  more: Record<Name, readonly (() => unknown)[]>,
): JsonStream {
  const [[name, slices]] = Object.entries(more) as [[Name, readonly (() => unknown)[]]];
  return new JsonStream(pieces());

  async function* pieces(): AsyncGenerator<string> {
    const { [name]: list, ...rest } = z.encode(schema, first) as Record<string, unknown>;
    const text = JSON.stringify(rest);
    yield `${text.slice(0, -1)}${text === '{}' ? '' : ','}${JSON.stringify(name)}:[`;
    yield inner(list);
    for (const slice of slices) {
      await nextTurn();
      const part = inner(z.encode(schema.shape[name] as z.ZodType, slice()));
      if (part !== '') yield `,${part}`;
    }
    yield ']}';
  }
}

/** Elements of an array as JSON, without its brackets. */
const inner = (list: unknown): string => JSON.stringify(list).slice(1, -1);
