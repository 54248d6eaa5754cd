import type { IncomingMessage } from 'node:http';
import { Problem } from '#libs/http';

const MAX_BYTES = 65_536;

/** The fields of a form body (application/x-www-form-urlencoded). @throws Problem PayloadTooLarge over 64 KiB */
export async function readForm(request: IncomingMessage): Promise<Record<string, string | string[]>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Problem('PayloadTooLarge');
    chunks.push(chunk);
  }
  const fields: Record<string, string | string[]> = {};
  const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name);
    fields[name] = values.length === 1 && values[0] !== undefined ? values[0] : values;
  }
  return fields;
}
