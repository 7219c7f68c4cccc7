// Test helper: uploads renderings as a browser does, and gets their pages.
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { buildRenderingHost } from '../renderings/rendering-host.ts';
import type { Reply, TestApp } from './app.ts';
import { runDueJobs, testOutbox } from './services/messages.ts';

export type Part = [name: string, value: string | Buffer, fileName?: string];

/** Builds a multipart form: its content type and its bytes. */
export function makeForm(parts: readonly Part[]): { contentType: string; payload: Buffer } {
  const boundary = `----${randomBytes(8).toString('hex')}`;
  const pieces = parts.flatMap(([name, value, fileName]) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${
        fileName === undefined ? '' : `; filename="${fileName}"\r\ncontent-type: application/zip`
      }\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

export interface TestRenderings {
  host: FastifyInstance;
  /** Sends a form. */
  send(parts: readonly Part[]): Promise<Reply>;
  /** Publishes a zip for a venue. */
  publish(venueName: string, zip: Buffer, fields?: Record<string, string>): Promise<Reply>;
  /** Gets a page from the rendering host. */
  look(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  list(): Promise<Reply['body']>;
  /** Names in the bundles folder. */
  folders(): Promise<string[]>;
  /** Runs all queued jobs. */
  work(): Promise<void>;
}

export function testRenderings(app: TestApp, folder: string, admin: string): TestRenderings {
  const { live, bundles } = app.deps;
  const host = buildRenderingHost({ live, bundles, warn: () => {} });
  const send: TestRenderings['send'] = (parts) => {
    const { contentType, payload } = makeForm(parts);
    return app.send('POST', '/api/renderings/create', {
      token: admin,
      body: payload,
      headers: { 'content-type': contentType },
    });
  };
  return {
    host,
    send,
    publish: (venueName, zip, fields = {}) =>
      send([['venueName', venueName], ...Object.entries(fields), ['zipFile', zip, 'site.zip']]),
    look: (url, headers = {}) => host.inject({ url, headers }),
    list: async () => (await app.send('GET', '/api/renderings/list', { token: admin })).body,
    folders: () => readdir(folder).catch(() => []),
    work: async () => {
      const idle = { isRepeatable: false, send: async () => {} };
      const deps = { ...testOutbox(app).deps, mail: idle, sms: idle };
      await runDueJobs(app, deps);
    },
  };
}
