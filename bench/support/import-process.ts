import { importRows } from './contacts.js';
import { answerParent } from './helper-process.js';
import { HttpConnection } from './http-connection.js';

/** A series of imports through the API, each connection with a session and a tenant of its own. */
export interface ImportRun {
  port: number;
  tokens: string[];
  rows: number;
  /** The number of the first import of the series, and how many each connection makes. */
  first: number;
  imports: number;
}

/** Contacts per second. Bodies are made beforehand: they are the client's work, not the platform's. */
async function run({ port, tokens, rows, first, imports }: ImportRun): Promise<number> {
  const bodies = Array.from({ length: imports }, (_, n) => JSON.stringify({ Contacts: importRows(first + n, rows) }));
  const started = performance.now();
  await Promise.all(tokens.map((token) => importAll(port, token, bodies)));
  return (tokens.length * imports * rows) / ((performance.now() - started) / 1_000);
}

async function importAll(port: number, token: string, bodies: readonly string[]): Promise<void> {
  const connection = new HttpConnection(port);
  for (const body of bodies) {
    const head =
      `POST /api/contacts/bulk HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
    const status = await connection.request(head + body);
    const { Errors } = JSON.parse(connection.body.toString()) as { Errors: unknown[] };
    if (status !== 200 || Errors.length > 0) throw new Error(`Answered ${status}: ${connection.body.toString()}`);
  }
  connection.close();
}

answerParent({ run });
