import { beforeAll, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { createMailbox, insertDomain } from '../mailboxes/mailbox.fixture.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
const owner = usePrepared(() => tenant.session('admin'));
let path: string;
let mailboxId: string;

beforeAll(async () => {
  const domain = await insertDomain(stack, tenant, undefined, { verified: true });
  mailboxId = (await createMailbox(owner, domain.id, 'ana')).id;
  path = `/mailboxes/${mailboxId}/signature`;
});
describe('the signature of a mailbox', () => {
  it('is empty at first, and stored without what is not safe', async () => {
    expect((await owner.get(path)).body).toEqual({ signature_html: '' });
    const given = '<p onclick="x()" style="color:red">Ana<script>x()</script> <img src="https://a.test/logo.png"></p>';
    const { status, body } = await owner.put(path, { signature_html: given });
    expect(status).toBe(200);
    expect(body.signature_html).toMatch(
      /^<p style="color:red">Ana <img src="https:\/\/a\.test\/logo\.png"[^>]*><\/p>$/,
    );
    expect((await owner.get(path)).body).toEqual(body);
    expect((await owner.put(path, body)).body).toEqual(body);
    expect((await owner.put(path, { signature_html: '' })).body).toEqual({ signature_html: '' });
  });

  it.each([{}, { signature_html: null }, { signature_html: 'x'.repeat(65_537) }, { signature_html: '', more: 1 }])(
    'of %j is invalid',
    async (body) => {
      expect((await owner.put(path, body)).status).toBe(400);
    },
  );

  it('is read by readers and changed by senders of the mailbox, in a session', async () => {
    const { userId, client } = await tenant.member('member');
    expect((await client.get(path)).status).toBe(404);
    const give = (role: string) => owner.put(`/mailboxes/${mailboxId}/grants/${userId}`, { role });
    await give('reader');
    expect((await client.get(path)).status).toBe(200);
    expect((await client.put(path, { signature_html: 'x' })).status).toBe(403);
    await give('sender');
    expect((await client.put(path, { signature_html: 'x' })).status).toBe(200);
    expect((await (await tenant.key('email:read', 'email:send')).get(path)).status).toBe(403);
    expect((await owner.get(`/mailboxes/${v7()}/signature`)).status).toBe(404);
    const rival = await (await stack.createTenant()).session('admin');
    expect((await rival.get(path)).status).toBe(404);
  });
});
