import type { HttpClient } from '../../../../test/support/http-client.js';

let number = 0;

const newEmail = () => `contact-${++number}@example.com`;

/** Makes a contact; returns its id. */
export async function create(client: HttpClient, body: object = {}): Promise<string> {
  const { status, body: contact } = await client.post('/v1/contatos', { email: newEmail(), ...body });
  if (status !== 201) throw new Error(JSON.stringify(contact));
  return contact.id;
}

/** A page of the list of contacts. */
export async function list(client: HttpClient, query: Record<string, string | number> = {}) {
  const parameters = new URLSearchParams(query as Record<string, string>);
  const { status, body } = await client.get(`/v1/contatos?${parameters.toString()}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as { contatos: { id: string; email: string; nome: string }[]; proximo: string };
}

export const idsOf = async (client: HttpClient, query: Record<string, string | number>) =>
  (await list(client, query)).contatos.map(({ id }) => id);
