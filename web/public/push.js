// Push messages about alerts, in the service worker: it shows them, and opens their path.
const ours = (path) => {
  const url = new URL(typeof path === 'string' ? path : '/', self.location.origin);
  return url.origin === self.location.origin ? url.href : self.location.origin;
};

const contentOf = (data) => {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
};

async function show({ id, title, text, path, tag }) {
  const shown = tag ? await self.registration.getNotifications({ tag }) : [];
  // A message that is delivered twice is announced once.
  const isRepeated = shown.some(({ data }) => data?.id === id);
  await self.registration.showNotification(title ?? 'Barback', {
    body: text ?? 'There is an alert.',
    icon: '/icon-192.png',
    data: { id, path },
    ...(tag ? { tag, renotify: !isRepeated } : {}),
  });
}

async function open(path) {
  const address = ours(path);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const found = windows.find(({ url }) => url === address);
  await (found ? found.focus() : self.clients.openWindow(address));
}

self.addEventListener('push', (event) => event.waitUntil(show(contentOf(event.data))));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path));
});
