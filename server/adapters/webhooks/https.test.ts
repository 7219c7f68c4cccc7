/** Webhooks are sent to the internet, and to no address of a private network by whatever name. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { webhookMessages } from '../../../rules/webhooks/webhooks.ts';
import {
  certificate,
  type EventReceiver,
  senderToThisMachine,
  startReceiver,
} from '../../testing/services/event-receiver.ts';
import { httpsWebhooks, isPublicAddress } from './https.ts';

let receiver: EventReceiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.respond = (_, response) => response.end('ok');
});
afterAll(() => receiver.close());

const post = (url: string, sender = senderToThisMachine()) =>
  sender.send({ url, headers: { 'content-type': 'application/json' }, body: '{"id":"1"}' });

const refused = [
  '127.0.0.1',
  '127.8.9.10',
  '0.0.0.0',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.0.192',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
];

describe('API-03', () => {
  test.each(refused)('%s is refused, by itself and as the address of a name', async (address) => {
    expect(isPublicAddress(address)).toBe(false);
    const sender = httpsWebhooks({
      allowed: [],
      authority: certificate,
      addressesOf: () => Promise.resolve([address]),
    });
    const host = address.includes(':') ? `[${address}]` : address;
    expect(sender.mayUse(new URL(`https://${host}`).hostname)).toBe(false);
    for (const name of [host, 'hooks.example.com']) {
      const outcome = await post(`https://${name}:${receiver.port}/`, sender);
      expect(outcome).toMatchObject({
        isDelivered: false,
        status: null,
        error: webhookMessages.refusedAddress,
      });
    }
    expect(receiver.received).toEqual([]);
  });

  test.each(['https://2130706433/', 'https://0x7f.1/', 'https://0177.0.0.1/', 'https://127.1/'])(
    '%s is refused: an address in another form',
    async (url) => {
      const sender = httpsWebhooks({ allowed: [], authority: certificate });
      expect((await post(url, sender)).error).toBe(webhookMessages.refusedAddress);
    },
  );

  test('localhost and a name with one private address among public ones are refused', async () => {
    const usual = httpsWebhooks({ allowed: [], authority: certificate });
    expect((await post(receiver.url, usual)).error).toBe(webhookMessages.refusedAddress);
    const mixed = httpsWebhooks({
      allowed: [],
      authority: certificate,
      addressesOf: () => Promise.resolve(['203.0.114.7', '127.0.0.1']),
    });
    const outcome = await post(`https://hooks.example.com:${receiver.port}/`, mixed);
    expect(outcome.error).toBe(webhookMessages.refusedAddress);
    expect(receiver.received).toEqual([]);
  });

  test('a name that changes its address between the look and the connection is connected to the address that was looked at', async () => {
    const looks: string[] = [];
    const looked = ['127.0.0.1', '10.0.0.1'];
    const sender = httpsWebhooks({
      allowed: ['127.0.0.1'],
      authority: certificate,
      addressesOf: (name) => {
        looks.push(name);
        return Promise.resolve([looked[looks.length - 1] ?? '10.0.0.1']);
      },
    });
    const url = `https://rebound.example.com:${receiver.port}/`;
    expect(await post(url, sender)).toMatchObject({ isDelivered: true, status: 200 });
    expect(looks).toEqual(['rebound.example.com']);
    // The next connection looks again, and is refused.
    sender.close();
    expect((await post(url, sender)).error).toBe(webhookMessages.refusedAddress);
    expect(receiver.received).toHaveLength(1);
  });

  test('a redirect is not followed', async () => {
    const other = await startReceiver();
    receiver.respond = (_, response) =>
      response.writeHead(307, { location: other.url }).end('over there');
    expect(await post(receiver.url)).toMatchObject({
      isDelivered: false,
      status: 307,
      error: webhookMessages.redirect,
    });
    expect(other.received).toEqual([]);
    await other.close();
  });

  test('nothing is sent without https, or to a server whose certificate is not trusted', async () => {
    const plain = await post(receiver.url.replace('https', 'http'));
    expect(plain.error).toBe(webhookMessages.refusedAddress);
    const untrusting = httpsWebhooks({ allowed: ['127.0.0.1', '::1'] });
    expect((await post(receiver.url, untrusting)).error).toContain('CERT');
    expect(receiver.received).toEqual([]);
  });
});

test.each(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test('an address of a network that is allowed is used', async () => {
  expect(await post(receiver.url)).toEqual({
    isDelivered: true,
    status: 200,
    response: 'ok',
    durationMs: expect.any(Number),
    error: null,
  });
  expect(receiver.received).toMatchObject([{ text: '{"id":"1"}' }]);
});

test('a round of 16 attempts uses the connections of the one before, which are closed when they are idle', async () => {
  const own = await startReceiver();
  const sender = senderToThisMachine();
  const sendRound = () =>
    Promise.all(Array.from({ length: 16 }, async () => (await post(own.url, sender)).status));
  expect(await sendRound()).toEqual(Array.from({ length: 16 }, () => 200));
  await sendRound();
  expect(own.received).toHaveLength(32);
  expect(own.connections.made).toBe(16);
  await expect.poll(() => own.connections.open).toBe(0);
  await own.close();
});

test('where the server closes a kept connection, the event is sent on a new one', async () => {
  const own = await startReceiver();
  const sender = senderToThisMachine();
  expect((await post(own.url, sender)).status).toBe(200);
  own.respond = (_, response) =>
    own.connections.made === 1 ? response.destroy() : response.end('ok');
  expect(await post(own.url, sender)).toMatchObject({ isDelivered: true, status: 200 });
  expect(own.connections.made).toBe(2);

  own.respond = (_, response) => response.destroy();
  expect((await post(own.url, sender)).error).toContain('No connection');
  expect(own.connections.made).toBe(3);
  sender.close();
  await own.close();
});

test('only the first 4,096 bytes of a response are read', async () => {
  receiver.respond = (_, response) => {
    const writeMore = (): void => {
      if (!response.destroyed && response.write('a\0'.repeat(10_000))) setImmediate(writeMore);
    };
    response.on('drain', writeMore);
    writeMore();
  };
  const { isDelivered, response } = await post(receiver.url);
  expect(isDelivered).toBe(true);
  expect(response).toBe('a'.repeat(2048));
});

test('a server that does not respond in time, or ends the connection, has an error and no status', async () => {
  receiver.respond = () => undefined;
  const hasty = httpsWebhooks({
    allowed: ['127.0.0.0/8', '::1'],
    authority: certificate,
    timeoutMs: 50,
  });
  expect(await post(receiver.url, hasty)).toMatchObject({
    status: null,
    error: webhookMessages.timeout,
  });
  receiver.respond = (_, response) => response.destroy();
  const ended = await post(receiver.url);
  expect(ended.status).toBeNull();
  expect(ended.error).toContain('No connection');
});
