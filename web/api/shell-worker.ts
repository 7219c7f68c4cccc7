/** The service worker, which keeps the files of the dashboard in this browser, and its newer versions. */
import { sharedValue } from '../ui/hooks.ts';
import { workerPath } from './worker-path.ts';

/** True where the worker has the files of a newer version than this page. */
export const isNewerVersion = sharedValue(false);
/** True where the browser does not keep the files, for lack of storage. */
export const isShellRefused = sharedValue(false);

const checkMs = 60 * 60_000;
/** For the worker to reply. */
const replyMs = 2_000;

/** Path of the script that this page was built with. */
const ownScript = (): string => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script ? new URL(script.src).pathname : '';
};

/** True unless the worker has no file of this page. */
function hasOwnFiles(worker: ServiceWorker, name?: 'keep'): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => resolve(data !== false));
    port1.start();
    setTimeout(() => resolve(true), replyMs);
    worker.postMessage({ name, file: ownScript() }, [port2]);
  });
}

async function compare({ waiting, active }: ServiceWorkerRegistration): Promise<void> {
  const newest = waiting ?? active;
  if (!newest) return;
  const isOwn = await hasOwnFiles(newest, newest === active ? 'keep' : undefined);
  // The page came from the network, and is newer than the worker in use.
  if (isOwn && waiting) waiting.postMessage({ name: 'use' }, []);
  isNewerVersion.set(!isOwn);
}

/** Registers the worker, and looks for newer versions from then on. */
export async function startShellWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker?.register(workerPath, { updateViaCache: 'none' });
  // Browsers keep nothing for pages without TLS, and those of tests may have none.
  if (!registration) return;
  const follow = () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'redundant' && !registration.active) isShellRefused.set(true);
      if (installing.state === 'installed') void compare(registration);
    });
  };
  registration.addEventListener('updatefound', follow);
  follow();
  serviceWorker.addEventListener('controllerchange', () => void compare(registration));
  void compare(registration);
  const check = () => void registration.update().catch(() => undefined);
  setInterval(check, checkMs);
  addEventListener('online', check);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check();
  });
}

/** Loads the page with the newer version. */
export async function loadNewerVersion(): Promise<void> {
  const { serviceWorker } = navigator;
  const { waiting } = (await serviceWorker.getRegistration()) ?? {};
  if (waiting) {
    const isUsed = new Promise((resolve) => {
      serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      setTimeout(resolve, replyMs);
    });
    waiting.postMessage({ name: 'use' }, []);
    await isUsed;
  }
  location.reload();
}
