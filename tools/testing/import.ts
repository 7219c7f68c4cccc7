/** Test helpers: run imports in-process with command-line arguments, into a separate database. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addOwner,
  createUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
} from '../../server/testing/app.ts';
import { runImport } from '../import-sales/run.ts';
import type { Ran } from './run-here.ts';

export interface RunOptions {
  environment?: Record<string, string>;
  folder?: string;
  isTTY?: boolean;
  stop?: AbortSignal;
  /** Receives output as it is written. */
  onWrite?: (text: string) => void;
}

export async function runImportHere(
  args: readonly string[],
  options: RunOptions = {},
): Promise<Ran> {
  const ran = { code: 0, out: '', err: '' };
  const write = (text: string) => {
    ran.out += text;
    options.onWrite?.(text);
  };
  ran.code = await runImport(args, {
    out: { isTTY: options.isTTY, write },
    err: { write: (text) => (ran.err += text) },
    environment: options.environment ?? {},
    folder: options.folder ?? '/',
    stop: options.stop ?? new AbortController().signal,
  });
  return ran;
}

/** A stored sale: time, name, quantity and unit price in cents. */
export type Sold = [soldAt: string, name: string, quantity: number, unitPriceCents: number];

/** The venue of an owner Rooftop, an empty folder, and a new unit for each test. */
export class ImportTest {
  readonly app: TestApp;
  readonly owner: TestOwner;
  readonly folder: string;
  unit: { id: string; unitNumber: number };

  private constructor(app: TestApp, owner: TestOwner, folder: string) {
    this.app = app;
    this.owner = owner;
    this.folder = folder;
    this.unit = { id: '', unitNumber: 0 };
  }

  static async start(): Promise<ImportTest> {
    const app = await startTestApp();
    const folder = await mkdtemp(join(tmpdir(), 'barback-import-'));
    return new ImportTest(app, await addOwner(app, 'Rooftop'), folder);
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true });
    await this.app.close();
  }

  async renewUnit(): Promise<void> {
    this.unit = await createUnit(this.app, this.owner);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Arguments for the destination of the sales. */
  into(): string[] {
    const unit = String(this.unit.unitNumber);
    return ['--venue', 'Rooftop Bar', '--unit', unit, '--timezone', 'America/New_York'];
  }

  /** Imports a file sales.csv with this content. */
  async importFile(content: string | Buffer, ...more: string[]): Promise<Ran> {
    await writeFile(this.path('sales.csv'), content);
    return this.run(['sales.csv', ...this.into(), ...more]);
  }

  run(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
    const environment = { DATABASE_URL: this.app.databaseUrl };
    return runImportHere(args, { folder: this.folder, environment, ...options });
  }

  /** Sales of the unit in chronological order. */
  async sold(): Promise<Sold[]> {
    const rows = await this.app.db
      .selectFrom('orders')
      .innerJoin('ordered_drinks as drink', 'drink.order_id', 'orders.id')
      .select(['sold_at', 'name', 'quantity', 'drink.price_cents'])
      .where('unit_id', '=', this.unit.id)
      .orderBy('sold_at')
      .orderBy('name')
      .execute();
    return rows.map((row) => [row.sold_at.toISOString(), row.name, row.quantity, row.price_cents]);
  }
}
