/** A multipart form with a file, valid or invalid. */
import { makeZip, page } from '../../server/testing/renderings.ts';
import type { Chance } from './chance.ts';
import type { GeneratedRequest } from './wire.ts';

const boundary = 'the-line-between';

const zips: readonly Buffer[] = [
  makeZip([page()]),
  makeZip([page(), page()]),
  makeZip([{ name: '../x', content: 'x' }]),
  makeZip([]),
  Buffer.from('no zip'),
  Buffer.alloc(0),
];

export function formBody(generated: GeneratedRequest, value: unknown, chance: Chance): void {
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
