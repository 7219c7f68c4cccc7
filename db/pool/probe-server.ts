import { connect } from 'node:net';

/**
 * SSLRequest, which a client may send before anything else. Servers and poolers respond to it at once, without
 * authentication.
 */
const mayWeEncrypt = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/**
 * Probes a PostgreSQL server on a separate connection. Any response, or a closed connection, proves that it is alive.
 */
export function callOut(
  { host, port }: { host: string; port: number },
  patienceMs: number,
  onAnswer: () => void,
): void {
  const socket = connect(
    host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
  );
  let isTaken = false;
  const giveUp = setTimeout(() => socket.destroy(), patienceMs).unref();
  const answered = (): void => {
    if (isTaken) onAnswer();
    socket.destroy();
  };
  socket.once('connect', () => {
    isTaken = true;
    socket.write(mayWeEncrypt);
  });
  socket.once('data', answered);
  socket.once('end', answered);
  socket.on('error', answered);
  socket.once('close', () => clearTimeout(giveUp));
  socket.unref();
}
