/** Test fixture: the database of a test file. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

export let database: TestDatabase;

const create = async (schema: 'migrated' | 'none'): Promise<void> => {
  database = await createTestDatabase(schema);
};

/** Creates a migrated database before the tests and drops it after them. */
export function withTestDatabase(): void {
  beforeAll(() => create('migrated'));
  afterAll(() => database.drop());
}

/** Creates a database without a schema before each test and drops it afterwards. */
export function withEmptyDatabase(): void {
  beforeEach(() => create('none'));
  afterEach(() => database.drop());
}
