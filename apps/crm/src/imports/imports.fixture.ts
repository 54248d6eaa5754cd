import { waitUntil } from '#libs/test/testing';
import type { Answer, HttpClient } from '../../../../test/support/http-client.js';

const END = ['concluida', 'falhou', 'cancelada', 'desfeita'];

export interface ImportGiven {
  file: string | Buffer;
  config?: unknown;
  fileName?: string;
}

/** Sends a file to be imported, or to another route for files. A text as `config` is sent as it is. */
export async function sendImport(
  client: HttpClient,
  { file, config, fileName = 'a.csv' }: ImportGiven,
  path = '/v1/importacoes',
): Promise<Answer> {
  const form = new FormData();
  if (config !== undefined) form.append('config', typeof config === 'string' ? config : JSON.stringify(config));
  form.append('arquivo', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), fileName);
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const type = request.headers.get('content-type') ?? '';
  return client.send('POST', path, Buffer.from(await request.arrayBuffer()), { 'content-type': type });
}

/** Waits until an import has ended; returns its answer. */
export async function ended(client: HttpClient, id: string, timeoutMs = 20_000): Promise<Answer['body']> {
  return waitUntil(
    async () => {
      const { body } = await client.get(`/v1/importacoes/${id}`);
      return END.includes(body.estado) && body;
    },
    { timeoutMs, what: 'the end of the import' },
  );
}

/** Imports a file and waits for the end. */
export async function runImport(client: HttpClient, given: ImportGiven): Promise<Answer['body']> {
  const { status, body, text } = await sendImport(client, given);
  if (status !== 202) throw new Error(`The import was answered ${status}: ${text}`);
  return ended(client, body.importacao.id);
}

export const csv = (...lines: string[]): string => `${lines.join('\r\n')}\r\n`;
