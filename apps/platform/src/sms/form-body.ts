import type { IncomingMessage } from 'node:http';
import { readForm as readFormBody } from '#libs/core/http';

/** The fields of a form body; a field that is repeated has a list. @throws Problem PayloadTooLarge over 64 KiB */
export async function readForm(request: IncomingMessage): Promise<Record<string, string | string[]>> {
  const form = await readFormBody(request);
  const fields: Record<string, string | string[]> = {};
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name);
    fields[name] = values.length === 1 && values[0] !== undefined ? values[0] : values;
  }
  return fields;
}
