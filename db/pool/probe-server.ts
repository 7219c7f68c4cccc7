import { connect } from 'node:net';

/**
 * SSLRequest, which a client may send before anything else. Servers and poolers respond to it at once, without
 * authentication.
 */
const mayWeEncrypt = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/**
 * Probes a PostgreSQL server on a separate connection. Any response, or a closed connection, proves that it is alive.
 */
export function probeServer(
  { host, port }: { host: string; port: number },
  patienceMs: number,
  onResponse: () => void,
): void {
  const socket = connect(
    host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
  );
  let isTaken = false;
  const giveUp = setTimeout(() => socket.destroy(), patienceMs).unref();
  const responded = (): void => {
    if (isTaken) onResponse();
    socket.destroy();
  };
  socket.once('connect', () => {
    isTaken = true;
    socket.write(mayWeEncrypt);
  });
  socket.once('data', responded);
  socket.once('end', responded);
  socket.on('error', responded);
  socket.once('close', () => clearTimeout(giveUp));
  socket.unref();
}
