// Test helper: uploads files of past sales as a browser does.
import { type Part, makeForm } from './renderings.ts';
import type { Reply, TestApp } from './app.ts';

export interface Uploaded {
  token: string;
  venueId: string;
  /** Id or number. */
  unit: string | number;
  csv: string | Buffer;
  choices?: object;
  timezone?: string;
  fileName?: string;
}

/** The form of a file, as `makeForm` gives it. */
export const formOf = ({ unit, timezone, choices, csv, fileName }: Uploaded) =>
  makeForm([
    ['unitId', String(unit)],
    ['timezone', timezone ?? 'America/New_York'],
    ...(choices ? [['choices', JSON.stringify(choices)] satisfies Part] : []),
    ['file', csv, fileName ?? 'sales.csv'],
  ]);

export function testImports(app: TestApp) {
  const send = (
    path: string,
    { contentType, payload }: ReturnType<typeof makeForm>,
    token: string,
  ): Promise<Reply> =>
    app.send('POST', path, { token, body: payload, headers: { 'content-type': contentType } });
  const upload = (path: string, of: Uploaded): Promise<Reply> =>
    send(`/api/venues/${of.venueId}/imports${path}`, formOf(of), of.token);
  const list = async ({ token, venueId }: Pick<Uploaded, 'token' | 'venueId'>) =>
    (await app.send('GET', `/api/venues/${venueId}/imports`, { token })).body;
  return {
    send,
    list,
    preview: (of: Uploaded) => upload('/preview', of),
    start: (of: Uploaded) => upload('', of),
    takeBack: ({ token, venueId }: Pick<Uploaded, 'token' | 'venueId'>, id: string) =>
      app.send('POST', `/api/venues/${venueId}/imports/${id}/take-back`, { token }),
  };
}
