// Local SMTP server for tests, which records the mail that it accepts.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  raw: Buffer;
}

export interface TestMailServer {
  /** With a user name and a password, as an SMTP_URL. */
  url: string;
  received: ReceivedMail[];
  close(): void;
}

const refusal = (responseCode: number) => Object.assign(new Error('No'), { responseCode });

const logIn: NonNullable<SMTPServerOptions['onAuth']> = ({ username, password }, _session, done) =>
  username === 'bar' && password === 'secret' ? done(null, { user: 1 }) : done(refusal(535));

/** Starts a mail server that accepts everything unless the options say otherwise. */
export async function startTestMailServer(
  options: SMTPServerOptions = {},
): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: logIn,
    onData: (stream, { envelope }, taken) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, raw: Buffer.concat(chunks) });
        taken();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://bar:secret@127.0.0.1:${port}`,
    received,
    close: () => {
      server.close();
    },
  };
}
