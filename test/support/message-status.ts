import { waitUntil } from '#libs/test/testing';
import type { HttpClient } from './http-client.js';

/** The detail of a message, once it has a status. `path` is where the client reads it: `/v1/emails/msg_…`. */
export function messageWithStatus(client: HttpClient, path: string, status: string) {
  return waitUntil(async () => {
    const { body } = await client.get(path);
    return body.Message.Status === status ? body : undefined;
  });
}
