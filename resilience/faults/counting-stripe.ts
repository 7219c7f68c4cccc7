/** Local fake of Stripe's documented refunds: pays once per idempotency key, counts payments, and is sometimes slow. */
import { once } from 'node:events';
import { createServer } from 'node:http';

export interface CountingStripe {
  url: string;
  /** Cents by payment. */
  paid: Map<string, number>;
  received(): number;
  close(): Promise<void>;
}

interface Refund {
  id: string;
  object: 'refund';
  status: 'succeeded';
  payment_intent: string;
  metadata: { refundId: string };
}

const slowestMs = 40;

export async function startCountingStripe(): Promise<CountingStripe> {
  const paid = new Map<string, number>();
  const refunds = new Map<string, Refund>();
  let received = 0;

  const pay = (key: string, form: URLSearchParams): Refund => {
    const known = refunds.get(key);
    if (known) return known;
    const payment = form.get('payment_intent') ?? '';
    paid.set(payment, (paid.get(payment) ?? 0) + Number(form.get('amount')));
    const refund: Refund = {
      id: `re_${refunds.size}`,
      object: 'refund',
      status: 'succeeded',
      payment_intent: payment,
      metadata: { refundId: form.get('metadata[refundId]') ?? '' },
    };
    refunds.set(key, refund);
    return refund;
  };

  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => {
      body += piece;
    });
    request.on('end', () => {
      received += 1;
      const payment = new URL(request.url ?? '', 'http://localhost').searchParams.get(
        'payment_intent',
      );
      const reported =
        request.method === 'GET'
          ? {
              object: 'list',
              data: [...refunds.values()].filter((refund) => refund.payment_intent === payment),
            }
          : pay(String(request.headers['idempotency-key']), new URLSearchParams(body));
      setTimeout(() => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(reported));
      }, Math.random() * slowestMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    paid,
    received: () => received,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
