import { expect, it } from 'vitest';
import type { Id, TenantId } from '#libs/core/persistence';
import { changedContacts } from './changed-contacts.js';
import type { LoggedContactChange } from './contact-change.entity.js';

const CONTACT = 'cnt_0000000000000001' as Id<'cnt'>;
let seq = 0;

const logged = (before: object, after: object, more: Partial<LoggedContactChange> = {}) =>
  ({
    tenantId: 'acc_1' as TenantId,
    seq: String((seq += 1)),
    contactId: CONTACT,
    isNew: false,
    fields: Object.keys(after),
    before,
    after,
    cause: null,
    isApart: false,
    changedAt: new Date(seq),
    ...more,
  }) as LoggedContactChange;

it('keeps each change of a contact that is made and changed before anybody is told', () => {
  const [contact] = changedContacts([
    logged({}, { stage: 'new' }, { isNew: true }),
    logged({ stage: 'new' }, { stage: 'customer' }),
  ]);
  expect(contact).toMatchObject({ isNew: true, after: { estagio: 'cliente' } });
  expect(contact!.changes).toMatchObject([
    { before: {}, after: { estagio: 'novo' } },
    { before: { estagio: 'novo' }, after: { estagio: 'cliente' } },
  ]);
});

it('has no field that has its first value again, but the changes there and back', () => {
  const [contact] = changedContacts([
    logged({ stage: 'new' }, { stage: 'customer' }),
    logged({ stage: 'customer' }, { stage: 'new' }),
  ]);
  expect(contact).toMatchObject({ fields: [], before: {}, after: {} });
  expect(contact!.changes.map(({ after }) => after['estagio'])).toEqual(['cliente', 'novo']);
});

it('gives each change its own cause', () => {
  const cause = { kind: 'journey', triggersJourneys: true, chain: ['j1'] } as const;
  const [contact] = changedContacts([
    logged({ name: 'a' }, { name: 'b' }),
    logged({ name: 'b' }, { name: 'c' }, { cause }),
  ]);
  expect(contact!.changes.map((change) => change.cause.kind)).toEqual(['user', 'journey']);
});
