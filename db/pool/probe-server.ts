import { connect } from 'node:net';

/** What a client may send before anything else: whether it may encrypt. Servers and poolers answer it at once, to anybody. */
const mayWeEncrypt = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/** Calls a PostgreSQL on a connection of its own. Who takes the call and says anything, or hangs up, is there. */
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
