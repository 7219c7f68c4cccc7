/** Test fixture: the app of a test file, or of a group of its tests. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { AppDeps } from '../shared/deps.ts';
import {
  addOwner,
  createUnit,
  type Reply,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from './app.ts';

export let app: TestApp;
export let owner: TestOwner;
export let unit: TestUnit;
let owners = 0;

/** Signs the owner in again, as sessions end by themselves. */
export async function signInAgain(): Promise<void> {
  owner = { ...owner, token: await app.login(owner.email) };
}

/** Sends a request of the owner, or with another token. */
export const send = (
  method: string,
  url: string,
  body?: object,
  token = owner.token,
): Promise<Reply> => app.send(method, url, { token, body });

/** Starts the app before the tests and closes it after them; with an owner of this name, and a unit, if it is asked for. */
export function withApp(
  wanted: {
    deps?: Partial<AppDeps>;
    /** Time of its clock; otherwise it is the real one. */
    now?: Date;
    /** Or a new owner for each test. */
    owner?: string | { each: string };
    /** Or a new unit of the owner for each test. */
    unit?: true | 'each';
  } = {},
): void {
  const { now, owner: of } = wanted;
  let own: TestApp;
  /** That of the tests around these. */
  let outer: TestApp;
  beforeAll(async () => {
    own = await startTestApp(wanted.deps);
    [outer, app] = [app, own];
    if (now) app.setNow(now);
    if (typeof of === 'string') owner = await addOwner(app, of);
    if (wanted.unit === true) unit = await createUnit(app, owner);
  });
  if (typeof of === 'object')
    beforeEach(async () => {
      owners += 1;
      owner = await addOwner(app, `${of.each} ${owners}`);
    });
  if (wanted.unit === 'each')
    beforeEach(async () => {
      unit = await createUnit(app, owner);
    });
  afterAll(async () => {
    app = outer;
    await own.close();
  });
}
