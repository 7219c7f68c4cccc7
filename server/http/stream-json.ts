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

/** A response that the handler has encoded by the schema of the endpoint, for this requester. */
export class EncodedJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A long list in a response. */
interface LongList {
  name: string;
  element: z.ZodType;
  /** Make the slices after the first one, which is in the response already. */
  slices: readonly (() => readonly unknown[])[];
}

/**
 * Encodes a response whose list is too long to be written at once: other requests are served between its slices.
 * @param first the response with the first slice of the list
 */
export function streamJson(schema: z.ZodType, first: unknown, list: LongList): JsonStream {
  return new JsonStream(pieces());

  async function* pieces(): AsyncGenerator<string> {
    const { [list.name]: slice, ...rest } = z
      .record(z.string(), z.unknown())
      .parse(z.encode(schema, first));
    const text = JSON.stringify(rest);
    yield `${text.slice(0, -1)}${text === '{}' ? '' : ','}${JSON.stringify(list.name)}:[`;
    yield inner(slice);
    for (const make of list.slices) {
      await nextTurn();
      const part = inner(z.encode(z.array(list.element), [...make()]));
      if (part !== '') yield `,${part}`;
    }
    yield ']}';
  }
}

/** Elements of an array as JSON, without its brackets. */
const inner = (list: unknown): string => JSON.stringify(list).slice(1, -1);
