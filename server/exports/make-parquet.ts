/**
 * Thread that makes a Parquet file. It is sent texts of whole rows, then null, and answers each with the next bytes of
 * the file: with none while the group of rows is not full.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { ExportKind } from '../../rules/exports/raw-rows.ts';
import { parquetFile } from './parquet-file.ts';

const kind: ExportKind = workerData;
const file = parquetFile(kind);

parentPort?.on('message', (rows: string | null) => {
  parentPort?.postMessage(rows === null ? file.end() : file.add(rows));
});
