import { waitUntil } from '#libs/test/testing';
import type { Answer, HttpClient } from '../../../../test/support/http-client.js';

/** A message with so many characters of text. */
export function messageOf(
  name: string,
  { fields = [] as string[], text = `Text of ${name}`, id = `${name}@old.test` } = {},
): string {
  const header = [
    'From: Ana <ana@old.test>',
    'To: box@shop.test',
    `Subject: ${name}`,
    'Date: Thu, 01 Jan 2015 10:00:00 +0000',
    ...(id ? [`Message-ID: <${id}>`] : []),
    ...fields,
  ];
  return [...header, '', text, ''].join('\n');
}

/** A mailbox file as mbox (mboxrd). */
export const mboxOf = (messages: readonly string[]): string =>
  messages
    .map((raw) => `From ana@old.test Thu Jan  1 10:00:00 2015\n${raw.replaceAll(/^(>*From )/gm, '>$1')}\n`)
    .join('');

/** Sends a file to be imported, as the form field. */
export async function sendImport(
  client: HttpClient,
  mailboxId: string,
  file: string | Buffer,
  fields: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData();
  form.append('arquivo', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), 'mail.mbox');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const type = request.headers.get('content-type') ?? '';
  const body = Buffer.from(await request.arrayBuffer());
  return client.send('POST', `/mailboxes/${mailboxId}/import`, body, { 'content-type': type });
}

/** Waits until an import has ended; returns its answer. */
export async function ended(
  client: HttpClient,
  mailboxId: string,
  importId: string,
  timeoutMs = 60_000,
): Promise<Answer['body']> {
  return waitUntil(
    async () => {
      const { body } = await client.get(`/mailboxes/${mailboxId}/imports/${importId}`);
      return body.state !== 'running' && body;
    },
    { timeoutMs, what: 'the end of the import' },
  );
}
