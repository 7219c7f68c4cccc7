/** Parses JSON bodies. Bodies that would be slow to parse or to validate are refused before parsing. */
import type { FastifyInstance } from 'fastify';
import { errorMessages } from '../../rules/messages.ts';
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
      if (isTooComplex(text)) done(new HttpError(400, errorMessages.tooNested));
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
