import type { HttpClient } from '../../../../test/support/http-client.js';

let number = 0;

/** A number that no other contact of the specs has. */
export const newNumber = () => ++number;

export const newEmail = () => `pessoa-${newNumber()}@example.com`;

/** Calls of the API for the specs of merging, as `admin` of the account of the test that runs. */
export function mergingCalls(admin: () => HttpClient) {
  const newContact = async (values: object = {}) =>
    (await admin().post('/v1/contatos', { email: newEmail(), ...values })).body;
  const get = async (path: string) => (await admin().get(path)).body;
  const read = async (id: string) => get(`/v1/contatos/${id}`);
  const merge = (id: string, contato_id: unknown, client = admin()) =>
    client.post(`/v1/contatos/${id}/mesclar`, { contato_id });
  const undo = (id: string) => admin().post(`/v1/mesclagens/${id}/desfazer`);
  const note = (id: string, texto: string) => admin().post(`/v1/contatos/${id}/atividades`, { texto });
  const consent = (id: string, canal: string, recebe: boolean) =>
    admin().put(`/v1/contatos/${id}/consentimento`, { canal, recebe });
  const timeline = async (id: string) => (await get(`/v1/contatos/${id}/atividades?limite=100`)).atividades;
  const state = async (id: string) => get(`/v1/contatos/${id}/consentimento`);
  const history = async (id: string) => (await get(`/v1/contatos/${id}/consentimento/historico?limite=100`)).historico;

  async function merged(kept: object = {}, other: object = {}) {
    const [a, b] = [await newContact(kept), await newContact(other)];
    const { body } = await merge(a.id, b.id);
    return { a, b, merge: body };
  }

  /** All that the API tells of a contact, but for when it changed and the entries that tell of merges. */
  async function all(id: string) {
    const { atualizado_em: _, ...contact } = await read(id);
    const entries = (await timeline(id)).filter(({ tipo }: { tipo: string }) => tipo !== 'mesclado');
    return { contact, entries, consent: await state(id), history: await history(id) };
  }
  return { newContact, get, read, merge, undo, note, consent, timeline, state, history, merged, all };
}
