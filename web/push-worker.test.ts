/// <reference types="node" />
/** The service worker of push messages, in a scope of its own. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

interface Shown {
  title: string;
  data: { id: string; path: string };
  renotify: boolean;
}

function startWorker() {
  const listeners = new Map<string, (event: object) => void>();
  const shown: Shown[] = [];
  const opened: string[] = [];
  const self = {
    location: { origin: 'https://bar.example.com' },
    addEventListener: (name: string, listener: (event: object) => void) =>
      listeners.set(name, listener),
    registration: {
      getNotifications: () => Promise.resolve(shown),
      showNotification: (title: string, options: Omit<Shown, 'title'>) =>
        Promise.resolve(shown.push({ title, ...options })),
    },
    clients: {
      matchAll: () => Promise.resolve([]),
      openWindow: (url: string) => Promise.resolve(opened.push(url)),
    },
  };
  runInNewContext(readFileSync('web/public/push.js', 'utf8'), { self, URL });
  const send = async (name: string, event: object): Promise<void> => {
    let work: unknown;
    listeners.get(name)?.({ ...event, waitUntil: (given: unknown) => (work = given) });
    await work;
  };
  return { listeners, shown, opened, send };
}

test('a push message is shown, announced once, and opens a path of the dashboard alone', async () => {
  const { listeners, shown, opened, send } = startWorker();
  // Nothing else: it neither caches nor intercepts.
  expect([...listeners.keys()]).toEqual(['push', 'notificationclick']);
  const content = { id: '1', title: 'Rooftop Bar', text: 'Offline', path: '/alerts', tag: 'a' };
  for (let nth = 0; nth < 2; nth += 1) await send('push', { data: { json: () => content } });
  expect(shown).toMatchObject([{ title: 'Rooftop Bar', renotify: true }, { renotify: false }]);
  for (const path of ['/alerts', 'https://evil.example.com/', '//evil.example.com'])
    await send('notificationclick', {
      notification: { close: () => undefined, data: { path } },
    });
  expect(opened).toEqual([
    'https://bar.example.com/alerts',
    'https://bar.example.com',
    'https://bar.example.com',
  ]);
});
