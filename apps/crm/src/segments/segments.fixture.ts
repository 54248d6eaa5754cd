import { expect } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';

/** Lists the ids of the contacts of a segment. */
const listMembers = async (client: HttpClient, id: string): Promise<string[]> =>
  (await client.get(`/v1/segmentos/${id}/contatos?limite=200`)).body.contatos.map((one: { id: string }) => one.id);

/** Waits until a segment is complete, these are its members, and their number is shown. */
export async function untilMembersAre(client: HttpClient, id: string, ids: readonly string[]): Promise<void> {
  const expected = ids.toSorted();
  const check = async () => {
    const { estado, alcance } = (await client.get(`/v1/segmentos/${id}`)).body;
    const members = (await listMembers(client, id)).toSorted();
    expect([estado, alcance, members]).toEqual(['pronto', expected.length, expected]);
    return true;
  };
  await waitUntil(check, { timeoutMs: 10_000, what: `the members ${expected.join()}` });
}
