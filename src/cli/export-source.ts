import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import type { Config } from '../config';
import { ServiceUnavailableError } from '../contract/errors';
import { networkFailure, UsageError, UserError } from '../lib/errors';
import type { AdminPage } from '../ops/admin';
import { localHost } from '../ops/listen';
import type { Observe } from '../ops/observations';
import type { Database } from '../store/database';
import { type FolderOwner, NeedsOperatorError } from '../store/errors';
import { openMigrated } from '../store/open';
import { TransferError } from '../transfer/errors';
import { exportBetweenReads, exportEvents } from '../transfer/export';
import { type ExportFormat, WRITERS } from '../transfer/writers';
import { choiceOf } from './arguments';

/** A service with an embedded store answers exports at this path of the admin port. */
export const EXPORT_PATH = '/export';
/** This header identifies the process that answers, because another program may use the address by now. */
const OWNER_HEADER = 'events-process';
/** This trailer is sent last, so an export without it is incomplete. */
const COUNT_TRAILER = 'events-count';
/** The export fails if the running service sends nothing for this many milliseconds. */
const STALL_TIMEOUT_MS = 60_000;

/** Reads `--format`. @throws UsageError if no export format has this name */
export function exportFormatOf(name = 'json'): ExportFormat {
  return choiceOf('--format', name, Object.keys(WRITERS) as ExportFormat[]);
}

/** Answers `GET /export?format=csv` with every event. */
export function exportPage(database: Pick<Database, 'read'>): AdminPage {
  return async (query, response) => {
    const disconnected = new AbortController();
    response.on('close', () => disconnected.abort());
    const write = async (text: string) => {
      if (!response.write(text)) await once(response, 'drain', { signal: disconnected.signal });
    };
    try {
      const unknown = [...query.keys()].find((name) => name !== 'format');
      if (unknown !== undefined)
        throw new UsageError(`${EXPORT_PATH} has only the parameter format, not ${JSON.stringify(unknown)}.`);
      const format = exportFormatOf(query.get('format') ?? undefined);
      response.setHeader('Content-Type', 'text/plain; charset=utf-8');
      response.setHeader('Cache-Control', 'no-store');
      response.setHeader(OWNER_HEADER, process.pid);
      const count = await exportBetweenReads(database, WRITERS[format], write);
      response.addTrailers({ [COUNT_TRAILER]: String(count) });
      response.end();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      // If the answer has begun, it ends without its trailer, so the client sees that the export is incomplete.
      if (response.headersSent) {
        response.destroy();
        return;
      }
      const status = error instanceof ServiceUnavailableError ? 503 : 400;
      response.writeHead(status).end(`${error.message}\n`);
    }
  };
}

/** Answers exports while the store is being opened. Then `exportPage` replaces this page. */
export const startingExportPage: AdminPage = async (_query, response) => {
  response.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8', [OWNER_HEADER]: process.pid });
  response.end('The service is still starting: try again in a moment.\n');
};

/** Writes a part of an export: a text, or bytes in UTF-8. The promise resolves when the target can take more. */
export type WritePart = (part: string | Uint8Array) => Promise<void>;

/**
 * Writes every event of the configured store. If a running service uses the embedded store, the events are requested
 * from it.
 * @returns the number of events
 * @throws UserError if the events can't be read or written
 */
export async function exportFrom(
  config: Config,
  observe: Observe,
  format: ExportFormat,
  write: WritePart,
): Promise<number> {
  let database: Database;
  try {
    database = await openMigrated(config, observe, 'read');
  } catch (error) {
    if (error instanceof NeedsOperatorError && error.owner !== undefined)
      return exportFromOwner(error.owner, config, format, write);
    throw error;
  }
  try {
    return await exportEvents(database, WRITERS[format], write);
  } finally {
    await database.close();
  }
}

async function exportFromOwner(
  { folder, pid }: FolderOwner,
  { adminHost, adminPort }: Config,
  format: ExportFormat,
  write: WritePart,
): Promise<number> {
  const inUse = `The folder ${folder} is in use by process ${pid}`;
  if (adminPort === undefined || adminPort === 0) {
    throw new TransferError(
      `${inUse}: stop that process, or set the same ADMIN_PORT for that process and for export, so that export can ask it for the events.`,
    );
  }
  const failed = (reason: string) =>
    new TransferError(`${inUse}, which did not send its events on ADMIN_PORT ${adminPort}: ${reason}.`);
  const path = `${EXPORT_PATH}?format=${format}`;
  const request = http.get({
    host: localHost(adminHost),
    port: adminPort,
    path,
    agent: false,
    timeout: STALL_TIMEOUT_MS,
    // ADMIN_HOST may be a public name, but the admin port accepts only private names as Host.
    headers: { Host: 'localhost' },
  });
  request.on('timeout', () => request.destroy(new Error(`nothing came within ${STALL_TIMEOUT_MS / 1000} s`)));
  // If the connection breaks during the answer, the request fails, too. Only the answer's error is reported.
  request.on('error', () => {});
  const [response] = (await once(request, 'response').catch((error: unknown) => {
    throw failed(networkFailure(error));
  })) as [http.IncomingMessage];
  if (response.headers[OWNER_HEADER] !== String(pid)) throw failed('another program answers there');
  if (response.statusCode === 503) throw failed((await text(partsOf(response, failed))).replace(/\.\n$/, ''));
  if (response.statusCode !== 200) throw failed(`the answer has status ${response.statusCode}`);
  for await (const part of partsOf(response, failed)) await write(part);
  const count = response.trailers[COUNT_TRAILER];
  if (count === undefined) throw failed('the connection ended before the last event');
  return Number(count);
}

/** Yields the body. If the connection breaks, the error says so, and does not blame the target of the export. */
async function* partsOf(
  response: http.IncomingMessage,
  failed: (reason: string) => TransferError,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const part of response) yield part as Uint8Array;
  } catch {
    throw failed('the connection ended before the last event');
  }
}
