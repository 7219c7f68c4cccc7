/** Generates one request for an operation: its parts from the document, occasionally sent in an unusual way. */

import { makeZip, page } from '../../server/testing/files.ts';
import { type Chance, hostileValue, type Known, spoiled, validValue } from './values.ts';
import type { Operation } from './document.ts';
import type { GeneratedRequest } from './http-client.ts';

/** @param bodies valid samples, where they are hard to generate at random */
export function makeRequest(
  operation: Operation,
  chance: Chance,
  known: Known,
  bodies: readonly object[],
): GeneratedRequest {
  const behaviour = chance.pick(['right', 'right', 'almost', 'almost', 'hostile'] as const);
  const wrong = (): boolean =>
    behaviour === 'hostile' || (behaviour === 'almost' && chance.happens(0.3));
  const generated: GeneratedRequest = {
    method: operation.method,
    path: pathOf(operation, chance, known, wrong) + queryOf(operation, chance, known, wrong),
    headers: headersOf(operation, chance, known, wrong),
    body: null,
  };
  if (operation.body) addBody(generated, operation.body, chance, known, behaviour, bodies);
  if (chance.happens(0.12)) chance.pick(twists)(generated, chance, operation);
  return generated;
}

type Wrong = () => boolean;

/** Non-text values are serialized as JSON. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');

/** A lone surrogate cannot be encoded; it becomes a question mark, as in a browser. */
const encoded = (text: string, most: number): string =>
  encodeURIComponent(text.slice(0, most).replaceAll(/\p{Surrogate}/gu, '?'));

function pathOf(operation: Operation, chance: Chance, known: Known, wrong: Wrong): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const described = operation.parameters.find((one) => one.in === 'path' && one.name === name);
    const value =
      chance.happens(0.6) || !wrong()
        ? validValue(described?.schema ?? {}, name, chance, known)
        : hostileValue(chance);
    return encoded(textOf(value), 1000) || '%20';
  });
}

function queryOf(operation: Operation, chance: Chance, known: Known, wrong: Wrong): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown): void => {
    pairs.push(`${name}=${encoded(textOf(value), 2000)}`);
  };
  for (const { name, in: place, required, schema } of operation.parameters) {
    if (place !== 'query' || (!required && chance.happens(0.4))) continue;
    if (required && wrong() && chance.happens(0.2)) continue;
    const value = wrong() ? hostileValue(chance) : validValue(schema, name, chance, known);
    if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value).slice(0, 150)) add(`${name}[${key}]`, item);
    } else {
      add(name, value);
    }
    if (wrong() && chance.happens(0.2)) add(name, hostileValue(chance));
    if (wrong() && chance.happens(0.1)) add(`${name}[a][b][c]`, 'x');
  }
  if (wrong()) add(chance.pick(['x', '__proto__[x]', 'constructor[prototype][x]', '']), 'y');
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Replaces characters that a header cannot contain. */
const forHeader = (text: string): string => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?');

function headersOf(
  operation: Operation,
  chance: Chance,
  known: Known,
  wrong: Wrong,
): GeneratedRequest['headers'] {
  const headers: GeneratedRequest['headers'] = {};
  for (const { name, in: place, schema } of operation.parameters) {
    if (place !== 'header' || chance.happens(0.3)) continue;
    const value = wrong() ? hostileValue(chance) : validValue(schema, name, chance, known);
    headers[name] = forHeader(textOf(value)).slice(0, 5000);
  }
  return headers;
}

function addBody(
  generated: GeneratedRequest,
  { type, schema }: NonNullable<Operation['body']>,
  chance: Chance,
  known: Known,
  behaviour: 'right' | 'almost' | 'hostile',
  bodies: readonly object[],
): void {
  const isKnown = bodies.length > 0 && chance.happens(0.4);
  let value = isKnown
    ? structuredClone(chance.pick(bodies))
    : validValue(schema, '', chance, known);
  if (behaviour === 'hostile' && chance.happens(0.2)) value = hostileValue(chance);
  const times = { right: 0, almost: 1, hostile: 4 }[behaviour];
  for (let time = 0; time < times; time += 1) value = spoiled(value, chance);
  if (type === 'multipart/form-data') return formBody(generated, value, chance);
  generated.headers['content-type'] = type;
  generated.body = Buffer.from(JSON.stringify(value) ?? '');
}

type Twist = (generated: GeneratedRequest, chance: Chance, operation: Operation) => void;

const twists: readonly Twist[] = [
  (generated, chance) => {
    const types = ['text/plain', 'text/xml', 'application/json; charset=utf-16', '', 'x'];
    const boundaries = ['', '; boundary=', '; boundary=x', `; boundary=${'x'.repeat(300)}`];
    const forms = boundaries.map((boundary) => `multipart/form-data${boundary}`);
    generated.headers['content-type'] = chance.pick([...types, ...forms]);
  },
  (generated, chance) => {
    const text = generated.body?.toString() ?? '{"a":1}';
    generated.headers['content-type'] ??= 'application/json';
    generated.body = chance.pick([
      Buffer.from(text.slice(0, text.length / 2)),
      Buffer.from(`${text},`),
      Buffer.from(`\uFEFF${text}`),
      Buffer.from(`{"a":1,"a":2,"__proto__":{"x":1}}`),
      Buffer.from('1e400'),
      Buffer.from('['.repeat(50_000)),
      Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
      Buffer.from(''),
      Buffer.alloc(chance.pick([1_048_576, 1_500_000]), ' '),
    ]);
  },
  (generated, chance, { path }) => {
    // After anything but a placeholder the path would be a different one.
    if (!path.endsWith('}')) return;
    const odd = ['%zz', '%ff', '%00', '%2e%2e%2f', '%C0%AE', '/', '//', ';x=1', '/%20', 'é'];
    generated.path = generated.path.replace(/(\?|$)/, `${chance.pick(odd)}$1`);
  },
  (generated, chance) => {
    generated.path += `${generated.path.includes('?') ? '&' : '?'}${chance.pick([
      'x=%zz&y=%ff',
      '&&&===',
      'pagination[current]=1&pagination[current]=2',
      'pagination=1&pagination[size]=x',
      `${'a[]=1&'.repeat(150)}b`,
      'venueId[]=1&venueId[$ne]=1',
      'startDate=1&startDate=2',
    ])}`;
  },
  (generated, chance) => {
    generated.headers['idempotency-key'] = chance.pick([
      '',
      ' ',
      'k'.repeat(201),
      'k'.repeat(8000),
      'ÿþ',
      ['a', 'b'],
    ]);
  },
  (generated, chance) => {
    Object.assign(
      generated.headers,
      chance.pick<GeneratedRequest['headers']>([
        { 'if-none-match': '*' },
        { 'if-none-match': 'W/"x", "y",,' },
        { range: 'bytes=0-' },
        { 'accept-encoding': 'gzip' },
        { accept: 'text/html;q=x' },
        { 'x-forwarded-for': '1.2.3.4, \t<script>' },
        { 'x-forwarded-host': 'evil.example', host: 'evil.example' },
        { 'x-request-id': 'x'.repeat(300) },
        { 'x-http-method-override': 'DELETE' },
        { expect: 'nonsense' },
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
        { 'content-encoding': 'gzip' },
        { 'x-filler': 'x'.repeat(20_000) },
        { 'transfer-encoding': 'chunked' },
        { cookie: 'a=b; session=x' },
      ]),
    );
  },
];

// A multipart form with a file, valid or invalid.

const boundary = 'the-line-between';

const zips: readonly Buffer[] = [
  makeZip([page()]),
  makeZip([page(), page()]),
  makeZip([{ name: '../x', content: 'x' }]),
  makeZip([]),
  Buffer.from('no zip'),
  Buffer.alloc(0),
];

function formBody(generated: GeneratedRequest, value: unknown, chance: Chance): void {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const parts = fields.flatMap(([name, given]) => {
    const isFile = name === 'zipFile';
    const content = isFile
      ? chance.pick(zips)
      : Buffer.from(JSON.stringify(given).replaceAll(/^"|"$/g, ''));
    const file = isFile && chance.happens(0.95) ? '; filename="bundle.zip"' : '';
    const quoted = name.replaceAll(/["\r\n]/g, '_');
    return [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${quoted}"${file}\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n'),
    ];
  });
  const end = chance.happens(0.95) ? `--${boundary}--\r\n` : '';
  generated.headers['content-type'] = `multipart/form-data; boundary=${boundary}`;
  generated.body = Buffer.concat([...parts, Buffer.from(end)]);
}
