/** JSON that is received and sent. Bodies that would be slow to parse or to validate are refused before parsing. */
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { refusalMessages } from '../../rules/messages.ts';
import { HttpError } from '../shared/errors.ts';

/** The largest order has 5 levels and 50,000 values. */
const mostLevels = 20;
const mostValues = 60_000;

export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      if (isTooComplex(text)) done(new HttpError(400, refusalMessages.tooNested));
      else void parse(request, text, done);
    },
  );
}

/** Counts brackets and commas outside of strings; takes about as long as parsing an order of the same size. */
function isTooComplex(text: string): boolean {
  let levels = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case openBracket:
      case openBrace:
        levels += 1;
        if (levels > mostLevels) return true;
        break;
      case closeBracket:
      case closeBrace:
        levels -= 1;
        break;
      case comma:
        values += 1;
        if (values > mostValues) return true;
        break;
      default:
    }
  }
  return false;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Position of the closing quote of the string that begins here; the end of an unfinished text. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== quote) {
    at += text.charCodeAt(at) === backslash ? 2 : 1;
  }
  return at;
}

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
