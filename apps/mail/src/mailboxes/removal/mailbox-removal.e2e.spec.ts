import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { mailStack } from '../../../../../test/support/mail-stack.js';
import { MailboxPurge } from './mailbox-purge.js';
import { createMailbox, insertDomain } from '../mailbox.fixture.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
let admin: HttpClient;
let operator: HttpClient;
let domainId: string;
let number = 0;

beforeAll(async () => {
  [admin, operator] = await Promise.all([tenant.session('admin'), tenant.operator()]);
  domainId = (await insertDomain(stack, tenant)).id;
});
const fresh = () => createMailbox(admin, domainId, `box-${++number}`);
const withOrigin = async (origin: string): Promise<string> => {
  const { id } = await fresh();
  await stack.sql('update mailbox set origin = $2 where id = $1', [id, origin]);
  return id;
};

describe('the type of a mailbox', () => {
  it.each(['manual', 'legacy'])('becomes collective and personal again for %s ones', async (origin) => {
    const id = await withOrigin(origin);
    for (const tipo of ['collective', 'collective', 'personal']) {
      expect((await admin.put(`/mailboxes/${id}/tipo`, { tipo })).body).toMatchObject({ tipo, origin });
    }
  });

  it.each([
    ['automatic', 'origem_automatica'],
    ['account', 'origem_conta_iam'],
  ])('stays personal for %s ones', async (origin, error) => {
    const id = await withOrigin(origin);
    const answer = await admin.put(`/mailboxes/${id}/tipo`, { tipo: 'collective' });
    expect([answer.status, answer.body.error]).toEqual([422, error]);
    expect((await admin.put(`/mailboxes/${id}/tipo`, { tipo: 'personal' })).status).toBe(200);
  });

  it('stays collective while a subscription is active', async () => {
    const { id } = await fresh();
    await admin.put(`/mailboxes/${id}/tipo`, { tipo: 'collective' });
    expect((await operator.put(`/admin/mailboxes/${id}/subscription`, { description: '5 seats' })).status).toBe(204);
    const answer = await admin.put(`/mailboxes/${id}/tipo`, { tipo: 'personal' });
    expect([answer.status, answer.body.error]).toEqual([422, 'CaixaAssinada']);
    expect((await admin.get(`/mailboxes/${id}`)).body).toMatchObject({ tipo: 'collective', subscribed: true });
    expect((await operator.delete(`/admin/mailboxes/${id}/subscription`)).status).toBe(204);
    expect((await admin.put(`/mailboxes/${id}/tipo`, { tipo: 'personal' })).status).toBe(200);
  });

  it('is set by admins, never by a key or a member', async () => {
    const { id } = await fresh();
    const { userId, client } = await tenant.member('member');
    await admin.put(`/mailboxes/${id}/grants/${userId}`, { role: 'owner' });
    for (const denied of [client, await tenant.key(), await tenant.key('mail:admin')]) {
      const answer = await denied.put(`/mailboxes/${id}/tipo`, { tipo: 'collective' });
      expect([answer.status, answer.body.error]).toEqual([403, 'InsufficientScope']);
    }
    const rival = await (await stack.createTenant()).session();
    expect((await rival.put(`/mailboxes/${id}/tipo`, {})).status).toBe(404);
    for (const body of [{}, { tipo: 'shared' }, { tipo: 'collective', origin: 'legacy' }]) {
      expect((await admin.put(`/mailboxes/${id}/tipo`, body)).status).toBe(400);
    }
  });
});

describe('the subscription of a mailbox', () => {
  it('is an operator’s to start and end', async () => {
    const { id } = await fresh();
    const path = `/admin/mailboxes/${id}/subscription`;
    expect((await admin.put(path, { description: 'x' })).status).toBe(403);
    expect((await (await stack.operator()).put(path, { description: 'x' })).status).toBe(400);
    const rival = (await stack.createTenant()).id;
    expect((await operator.put(path, { description: 'x' }, { 'x-service-tenant': rival })).status).toBe(404);
    expect((await operator.put('/admin/mailboxes/x/subscription', { description: 'x' })).status).toBe(404);
    expect((await operator.delete(path)).status).toBe(404);
  });
});

describe('a mailbox that is removed', () => {
  it('answers with its address, is found no more, and is listed among the removed ones', async () => {
    const { id, address } = await fresh();
    expect(await admin.delete(`/mailboxes/${id}`)).toMatchObject({ status: 200, body: { removed: true, address } });
    expect((await admin.get(`/mailboxes/${id}`)).status).toBe(404);
    expect((await admin.delete(`/mailboxes/${id}`)).status).toBe(404);
    const listed = (await admin.get('/mailboxes?removed=1&limit=200')).body.mailboxes;
    expect(listed.map((one: { id: string }) => one.id)).toContain(id);
    expect(listed[0].removed_at).not.toBeNull();
    const inDomain = (await admin.get(`/domains/${domainId}/mailboxes?limit=200`)).body.mailboxes;
    expect(inDomain.map((one: { id: string }) => one.id)).not.toContain(id);
  });

  it('comes back with its mail and grants', async () => {
    const { id, address } = await fresh();
    const { userId, client } = await tenant.member('member');
    await admin.put(`/mailboxes/${id}/grants/${userId}`, { role: 'reader' });
    await stack.sql(`update mailbox set used_bytes = 99 where id = $1`, [id]);
    await admin.delete(`/mailboxes/${id}`);
    expect((await client.get(`/mailboxes/${id}`)).status).toBe(404);
    const { status, body } = await admin.post(`/mailboxes/${id}/restaurar`);
    expect([status, body.restored]).toEqual([200, true]);
    expect(body.mailbox).toMatchObject({ id, address, used_bytes: 99, removed_at: null });
    expect((await client.get(`/mailboxes/${id}`)).body.role).toBe('reader');
  });

  it('is not restored while another one has its address', async () => {
    const { id, local_part } = await fresh();
    await admin.delete(`/mailboxes/${id}`);
    const other = await createMailbox(admin, domainId, local_part);
    const refused = await admin.post(`/mailboxes/${id}/restaurar`);
    expect([refused.status, refused.body.error]).toEqual([409, 'EnderecoEmUso']);
    await admin.delete(`/mailboxes/${other.id}`);
    expect((await admin.post(`/mailboxes/${id}/restaurar`)).status).toBe(200);
    expect((await admin.post(`/mailboxes/${other.id}/restaurar`)).body.error).toBe('EnderecoEmUso');
  });

  it('is not restored unless it is removed, and not after 30 days', async () => {
    const { id } = await fresh();
    const live = await admin.post(`/mailboxes/${id}/restaurar`);
    expect([live.status, live.body.error]).toEqual([409, 'EnderecoEmUso']);
    await stack.sql(`update mailbox set removed_at = now() - interval '30 days' where id = $1`, [id]);
    expect((await admin.post(`/mailboxes/${id}/restaurar`)).status).toBe(404);
  });

  it('is restored only in a domain that is there, also one that was added again', async () => {
    const gone = await insertDomain(stack, tenant, 'gone.test');
    const { id } = await createMailbox(admin, gone.id, 'ana');
    await admin.delete(`/mailboxes/${id}`);
    await stack.sql('update mail_domain set removed_at = now() where id = $1', [gone.id]);
    const refused = await admin.post(`/mailboxes/${id}/restaurar`);
    expect([refused.status, refused.body.error]).toEqual([409, 'DominioRemovido']);
    const again = await insertDomain(stack, tenant, 'gone.test');
    expect((await admin.post(`/mailboxes/${id}/restaurar`)).body.mailbox.domain_id).toBe(again.id);
  });

  it('was not bound to anything', async () => {
    const { id } = await fresh();
    await stack.sql('update mail_domain set catch_all_mailbox_id = $1 where id = $2', [id, domainId]);
    await operator.put(`/admin/mailboxes/${id}/subscription`, { description: '5 seats' });
    const { status, body } = await admin.delete(`/mailboxes/${id}`);
    expect([status, body.error]).toEqual([409, 'CaixaComVinculos']);
    expect(body.vinculos).toEqual([
      { tipo: 'catchall', id: domainId, descricao: `${tenant.slug}.test` },
      { tipo: 'assinatura', id, descricao: '5 seats' },
    ]);
    await stack.sql('update mail_domain set catch_all_mailbox_id = null where id = $1', [domainId]);
    await operator.delete(`/admin/mailboxes/${id}/subscription`);
    expect((await admin.delete(`/mailboxes/${id}`)).status).toBe(200);
  });

  it('is removed and restored by admins alone', async () => {
    const { id } = await fresh();
    const { userId, client } = await tenant.member('member');
    await admin.put(`/mailboxes/${id}/grants/${userId}`, { role: 'owner' });
    const rival = await (await stack.createTenant()).session();
    for (const [denied, status] of [
      [client, 403],
      [await tenant.key(), 403],
      [rival, 404],
      [stack.anonymous, 401],
    ] as const) {
      expect((await denied.delete(`/mailboxes/${id}`)).status).toBe(status);
      expect((await denied.post(`/mailboxes/${id}/restaurar`)).status).toBe(status);
    }
  });
});

describe('the purge', () => {
  const expire = (id: string) =>
    stack.sql(`update mailbox set removed_at = now() - interval '30 days 1 minute' where id = $1`, [id]);

  const insertMessages = async (mailboxId: string, count: number): Promise<void> => {
    const [inbox] = await stack.sql<{ id: string }>(`select id from folder where mailbox_id = $1 and kind = 'inbox'`, [
      mailboxId,
    ]);
    await stack.sql(
      `insert into mail_message (tenant_id, id, mailbox_id, folder_id, thread_id, origin, blob_hash, bytes, subject, "to", cc,
         bcc, reply_to, snippet, sorted_at, is_read, has_attachments, scan_verdict)
       select $1, gen_random_uuid(), $2, $3, gen_random_uuid(), 'received', repeat('a', 64), 1, '', '[]', '[]', '[]', '[]',
              '', now(), false, false, 'clean'
         from generate_series(1, $4)`,
      [tenant.id, mailboxId, inbox?.id, count],
    );
    await stack.sql(
      `insert into message_attachment (tenant_id, id, message_id, position, file_name, content_type, bytes, is_inline, blob_hash,
         scan_verdict)
       select tenant_id, gen_random_uuid(), id, 0, 'x', 'text/plain', 1, false, repeat('b', 64), 'clean'
         from mail_message where mailbox_id = $1`,
      [mailboxId],
    );
    await stack.sql(
      `insert into thread_reference (tenant_id, mailbox_id, message_id_hash, thread_id)
       select $1, $2, sha256(n::text::bytea), gen_random_uuid() from generate_series(1, 700) n`,
      [tenant.id, mailboxId],
    );
  };

  const left = async (mailboxId: string) => {
    const [counts] = await stack.sql<object>(
      `select (select count(*)::int from mailbox where id = $1) as mailboxes,
              (select count(*)::int from mail_message where mailbox_id = $1) as messages,
              (select count(*)::int from folder where mailbox_id = $1) as folders,
              (select count(*)::int from thread_reference where mailbox_id = $1) as refs,
              (select count(*)::int from mailbox_grant where mailbox_id = $1) as grants`,
      [mailboxId],
    );
    return counts;
  };

  it('deletes a mailbox with its mail 30 days after its removal, and no other', async () => {
    const purge = stack.app.get(MailboxPurge, { strict: false });
    const [old, young] = [await fresh(), await fresh()];
    await insertMessages(old.id, 1_100);
    for (const { id } of [old, young]) await admin.delete(`/mailboxes/${id}`);
    await expire(old.id);
    await stack.sql('update mail_domain set catch_all_mailbox_id = $1, removed_at = now() where id = $2', [
      old.id,
      (await insertDomain(stack, tenant, 'removed.test')).id,
    ]);
    const stopped = new AbortController();
    stopped.abort();
    expect(await purge.purgeExpired(stopped.signal)).toBe(0);
    expect(await purge.purgeExpired()).toBeGreaterThan(0);
    expect(await left(old.id)).toEqual({ mailboxes: 0, messages: 0, folders: 0, refs: 0, grants: 0 });
    expect(await left(young.id)).toMatchObject({ mailboxes: 1 });
    expect(await purge.purgeExpired()).toBe(0);
    const [entry] = await stack.sql<{ before: object }>(
      `select before from audit_entry where action = 'mailbox.purged' and object_id = $1`,
      [old.id],
    );
    expect(entry?.before).toEqual({ address: old.address });
    expect((await admin.post(`/domains/${domainId}/mailboxes`, { local_part: old.local_part })).status).toBe(201);
  });

  it('goes on with others when one cannot be deleted', async () => {
    const purge = stack.app.get(MailboxPurge, { strict: false });
    const [stuck, next] = [await fresh(), await fresh()];
    await stack.sql(
      `create table stuck (id uuid, tenant_id text, foreign key (tenant_id, id) references mailbox (tenant_id, id))`,
    );
    await stack.sql('insert into stuck values ($1, $2)', [stuck.id, tenant.id]);
    for (const { id } of [stuck, next]) {
      await admin.delete(`/mailboxes/${id}`);
      await expire(id);
    }
    expect(await purge.purgeExpired()).toBe(1);
    await stack.sql('drop table stuck');
    expect(await purge.purgeExpired()).toBe(1);
    expect((await admin.post(`/mailboxes/${v7()}/restaurar`)).status).toBe(404);
  });
});
