/** Connection of a worker process that is to be killed at one of its statements. */
import { connect, type Connection } from '../../db/pool/connect.ts';

interface Moment {
  /** Number of the statement, the first of which is 1. */
  step: number;
  /** `after` the statement, or while the next one is running. */
  moment: string;
  /** Statements that are counted; all of them by default. */
  isStep?: (sql: string) => boolean;
}

const die = (): void => void process.kill(process.pid, 'SIGKILL');

/** One connection, whose process kills itself. It lives where there are fewer statements. */
export function connectUntilKilled(
  url: string,
  { step, moment, isStep = () => true }: Moment,
): Connection {
  let left = step;
  const onStatement = ({ sql }: { sql: string }): void => {
    if (!isStep(sql)) return;
    left -= 1;
    if (left > 0) return;
    if (moment === 'after') die();
    else setImmediate(die);
  };
  return connect({ url }, { max: 1, onStatement });
}
