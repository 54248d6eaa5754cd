import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { MergeExpiry } from './merge-expiry.js';
import { mergingCalls, newEmail, newNumber } from './merging.fixture.js';
import { idsOf } from '../contact-list/contact-list.fixture.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
let admin: HttpClient;

beforeEach(async () => {
  admin = await (await stack.createTenant()).session('admin');
});
const { newContact, read, merge, undo, note, consent, timeline, history, merged, all } = mergingCalls(() => admin);

describe('the undo of a merge', () => {
  const values = fc.record(
    {
      nome: fc.constantFrom('Ana', 'Bia Reis'),
      cargo: fc.constantFrom('Dona', 'Gerente'),
      cidade: fc.constantFrom('Natal', 'Recife'),
      pais: fc.constant('BR'),
      fuso: fc.constant('America/Recife'),
      marcadores: fc.subarray(['vip', 'feira', 'novo']),
      comTelefone: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  const answers = fc.array(fc.tuple(fc.constantFrom('email', 'sms', 'whatsapp'), fc.boolean()), { maxLength: 3 });
  const person = fc.record({ values, answers, notes: fc.array(fc.string({ minLength: 1 }), { maxLength: 2 }) });

  type Person = typeof person extends fc.Arbitrary<infer T> ? T : never;

  async function build({ values: { comTelefone, ...given }, answers: said, notes }: Person) {
    const telefone = `+55119${String(80_000_000 + newNumber())}`;
    const { id } = await newContact({ ...given, ...(comTelefone && { telefone }) });
    for (const [canal, recebe] of said) await consent(id, canal, recebe);
    for (const text of notes) await note(id, `nota ${text}`);
    return id as string;
  }

  it('at once leaves both contacts as they were', async () => {
    await fc.assert(
      fc.asyncProperty(person, person, async (first, second) => {
        const ids = [await build(first), await build(second)] as const;
        const before = [await all(ids[0]), await all(ids[1])];
        const { body } = await merge(ids[0], ids[1]);
        const { status, body: undone } = await undo(body.id);
        expect([status, undone.desfeita_por]).toEqual([200, expect.any(String)]);
        expect([await all(ids[0]), await all(ids[1])]).toEqual(before);
      }),
      { numRuns: 12 },
    );
  });

  it('leaves what was changed since with the contact that was kept', async () => {
    const { a, b, merge: made } = await merged({}, { nome: 'Bia', cargo: 'Dona', marcadores: ['feira'] });
    const added = newEmail();
    const changed = await admin.patch(`/v1/contatos/${a.id}`, { nome: 'Ana', marcadores: ['FEIRA', 'vip'] });
    expect(changed.status, changed.text).toBe(200);
    await admin.post(`/v1/contatos/${a.id}/identificadores`, { canal: 'email', valor: added });
    await note(a.id, 'depois');
    expect((await undo(made.id)).status).toBe(200);
    const [kept, other] = [await read(a.id), await read(b.id)];
    expect(kept).toMatchObject({ nome: 'Ana', cargo: null, marcadores: ['vip'], emails: [a.email, added] });
    expect(other).toMatchObject({ nome: 'Bia', cargo: 'Dona', marcadores: ['feira'], emails: [b.email] });
    expect(await idsOf(admin, { marcador: 'Feira' })).toEqual([b.id]);
    const texts = async (id: string) => (await timeline(id)).map(({ texto }: { texto: string | null }) => texto);
    expect(await texts(a.id)).toContain('depois');
    expect(await texts(b.id)).not.toContain('depois');
    for (const id of [a.id, b.id])
      expect((await timeline(id))[0]).toMatchObject({ tipo: 'mesclado', dados: { desfeita: true } });
  });

  describe('takes back when the person last did something', () => {
    const OLD = new Date('2026-01-05T10:00:00.000Z');
    const RECENT = new Date('2026-06-05T10:00:00.000Z');
    const LATER = new Date('2026-07-05T10:00:00.000Z');
    const setDeed = (id: string, at: Date | null) =>
      stack.sql('update contact set last_person_activity_at = $2 where id = $1', [id, at]);
    const deedOf = async (id: string) => {
      const [row] = await stack.sql<{ at: Date | null }>(
        'select last_person_activity_at as at from contact where id = $1',
        [id],
      );
      return row!.at;
    };

    it.each([
      { kept: OLD, other: RECENT, since: null, after: OLD },
      { kept: null, other: RECENT, since: null, after: null },
      { kept: RECENT, other: OLD, since: null, after: RECENT },
      { kept: OLD, other: RECENT, since: LATER, after: LATER },
    ])('kept $kept, other $other, since the merge $since', async ({ kept, other, since, after }) => {
      const [a, b] = [await newContact(), await newContact()];
      await setDeed(a.id, kept);
      await setDeed(b.id, other);
      const { body } = await merge(a.id, b.id);
      expect(await deedOf(a.id)).toEqual(kept && kept > other ? kept : other);
      if (since) await setDeed(a.id, since);
      expect((await undo(body.id)).status).toBe(200);
      expect([await deedOf(a.id), await deedOf(b.id)]).toEqual([after, other]);
    });
  });

  it('lets a withdrawal since the merge count for both', async () => {
    const [a, b] = [await newContact(), await newContact()];
    await consent(b.id, 'email', true);
    const { body } = await merge(a.id, b.id);
    await consent(a.id, 'email', false);
    await undo(body.id);
    const [newest] = await history(b.id);
    expect(newest).toMatchObject({ canal: 'email', recebe: false });
  });

  it('happens once', async () => {
    const { merge: made } = await merged();
    const answersOf = await Promise.all([undo(made.id), undo(made.id)]);
    expect(answersOf.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('allows another merge of the two', async () => {
    const { a, b, merge: made } = await merged();
    await undo(made.id);
    expect((await merge(b.id, a.id)).status).toBe(201);
  });

  it('is refused when another contact has an address by now', async () => {
    const { a, b, merge: made } = await merged();
    const { identificadores } = await read(a.id);
    const moved = identificadores.find(({ valor }: { valor: string }) => valor === b.email);
    await admin.delete(`/v1/contatos/${a.id}/identificadores/${moved.id}`);
    await newContact({ email: b.email });
    expect((await undo(made.id)).status).toBe(409);
    expect((await admin.get(`/v1/contatos/${b.id}`)).status).toBe(404);
  });

  it('is refused when the contact that was kept is deleted', async () => {
    const { a, merge: made } = await merged();
    await admin.delete(`/v1/contatos/${a.id}`);
    expect((await undo(made.id)).status).toBe(409);
  });

  it('is refused after 30 days, when what was kept for it is dropped', async () => {
    const { a, b, merge: made } = await merged({}, { nome: 'Bia' });
    const fresh = await merged();
    await stack.sql(`update contact_merge set expires_at = now() - interval '1 minute' where id = $1`, [made.id]);
    expect((await undo(made.id)).status).toBe(409);
    await stack.app.get(MergeExpiry, { strict: false }).dropExpired();
    expect((await undo(made.id)).status).toBe(409);
    expect(await stack.sql('select undo from contact_merge where id = $1', [made.id])).toEqual([{ undo: null }]);
    expect(await stack.sql('select name from contact where id = $1', [b.id])).toEqual([{ name: null }]);
    expect((await read(a.id)).emails).toEqual([a.email, b.email]);
    expect((await undo(fresh.merge.id)).status).toBe(200);
  });
});
