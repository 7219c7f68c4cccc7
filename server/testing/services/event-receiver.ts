/** Test helper: the server of a program that receives events over https, with a certificate that only tests trust. */
import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { httpsWebhooks } from '../../adapters/webhooks/https.ts';
import type { WebhookSender } from '../../adapters/webhooks/port.ts';

export interface ReceivedEvent {
  path: string;
  headers: IncomingHttpHeaders;
  /** As it was sent. */
  text: string;
  // Untyped: each test asserts its shape.
  body: any;
}

export interface EventReceiver {
  /** `https://localhost:PORT/` */
  url: string;
  port: number;
  received: ReceivedEvent[];
  /** Connections that are open, and that have been made. */
  connections: { open: number; made: number };
  /** How it responds; 200 at first. */
  respond: (event: ReceivedEvent, response: ServerResponse) => void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<EventReceiver> {
  const receiver: EventReceiver = {
    url: '',
    port: 0,
    received: [],
    connections: { open: 0, made: 0 },
    respond: (_, response) => response.end('ok'),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer({ key: privateKey, cert: certificate }, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      const { url: path = '', headers } = request;
      const event = { path, headers, text, body: JSON.parse(text) };
      receiver.received.push(event);
      receiver.respond(event, response);
    });
  });
  // The sender closes what is idle before this does.
  server.keepAliveTimeout = 60_000;
  server.on('secureConnection', (socket) => {
    receiver.connections.open += 1;
    receiver.connections.made += 1;
    socket.once('close', () => (receiver.connections.open -= 1));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  receiver.port = (server.address() as AddressInfo).port;
  receiver.url = `https://localhost:${receiver.port}/`;
  return receiver;
}

/** Sends to receivers, as an installation does that has allowed this machine. */
export const senderToThisMachine = (): WebhookSender =>
  httpsWebhooks({ allowed: ['127.0.0.0/8', '::1'], authority: certificate });

/** Of localhost, hooks.example.com, rebound.example.com and the addresses of this machine. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIB2DCCAX2gAwIBAgIUU2sc/S3yyXZnpfKokiRmuQYKXZYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyODEyNTMwMVoYDzIxMjYxMTA0
MTI1MzAxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQPBIL6ewQ/dmy6zfLpJ3xJdr4cqPXBrPmUNyxpDDNp4aeqgkq6k15H
OyOGWWqo3AJ6KZp9AwT1kzl6zbCpIIY8o4GqMIGnMB0GA1UdDgQWBBRbkm5+7dMf
VkKPLrYxjUIX2SpEGjAfBgNVHSMEGDAWgBRbkm5+7dMfVkKPLrYxjUIX2SpEGjAP
BgNVHRMBAf8EBTADAQH/MFQGA1UdEQRNMEuCCWxvY2FsaG9zdIIRaG9va3MuZXhh
bXBsZS5jb22CE3JlYm91bmQuZXhhbXBsZS5jb22HBH8AAAGHEAAAAAAAAAAAAAAA
AAAAAAEwCgYIKoZIzj0EAwIDSQAwRgIhAM9LPFuN/WnI1wy1hQR78yWP9w/eF2LP
/JLbNtSSeCmqAiEA34QjSsk9Xs061mXgtax6IIntX0LqEmIU0W+ri3ky1oo=
-----END CERTIFICATE-----
`;

const privateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgcwSh2u+vc+a4qowz
aDGGJGQHPP6aWd02nvVgUn+X6umhRANCAAQPBIL6ewQ/dmy6zfLpJ3xJdr4cqPXB
rPmUNyxpDDNp4aeqgkq6k15HOyOGWWqo3AJ6KZp9AwT1kzl6zbCpIIY8
-----END PRIVATE KEY-----
`;
