import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { SecretBox } from '#libs/core/secrets';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { createDomain, createMailbox } from '../../../../test/support/mail-mailboxes.js';
import { mailStack, type MailTenant } from '../../../../test/support/mail-stack.js';
import type { MailDomain } from '../domains/mail-domain.entity.js';
import { ForwardingLinks } from './consent/forwarding-links.js';
import { linkTo, sentTo, settled, stranger } from './forwarding.fixture.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(mailStack);
const tenant = usePrepared(() => stack.createTenant());
let owner: HttpClient;
let domain: MailDomain;
let userId: Awaited<ReturnType<MailTenant['member']>>['userId'];

beforeAll(async () => {
  ({ client: owner, userId } = await tenant.member('member'));
  ({ domain } = await createDomain(stack.app, tenant.id));
});
const fresh = () => createMailbox(stack.app, domain, undefined, [{ userId, role: 'owner' }]);
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const press = (token: string) =>
  stack.anonymous.send('POST', '/forwarding/confirm', new URLSearchParams({ token }).toString(), FORM);
const pathOf = ({ id }: { id: string }) => `/mailboxes/${id}/forwarding`;

describe('forwarding', () => {
  it('is off at first, and set as a whole', async () => {
    const box = await fresh();
    expect((await owner.get(pathOf(box))).body).toEqual({ enabled: false, keep_copy: true, destinations: [] });
    const to = stranger();
    const { status, body } = await owner.put(pathOf(box), { enabled: true, destinations: [to], keep_copy: false });
    expect(status).toBe(200);
    const destination = { address: to, confirmed: false, confirmed_at: null, failing_since: null, last_failure: null };
    expect(body).toMatchObject({ enabled: true, keep_copy: false, destinations: [destination] });
    expect((await owner.get(pathOf(box))).body).toEqual(body);
    expect((await owner.put(pathOf(box), { enabled: false })).body).toEqual({ ...body, enabled: false });
    expect((await owner.put(pathOf(box), { enabled: true })).body).toEqual(body);
    const none = (await owner.put(pathOf(box), { enabled: false, destinations: [] })).body;
    expect(none).toEqual({ enabled: false, keep_copy: false, destinations: [] });
  });

  it('is not enabled without a destination, nor to itself, nor with a malformed request', async () => {
    const box = await fresh();
    for (const body of [
      { enabled: true },
      { enabled: true, destinations: [] },
      { enabled: true, destinations: [box.address] },
      { enabled: true, destinations: [box.address.replace('@', '+x@')] },
      { enabled: true, destinations: ['someone@real.com'] },
      { enabled: true, destinations: ['nobody'] },
      { enabled: true, destinations: Array.from({ length: 6 }, stranger) },
      { enabled: 'yes', destinations: [stranger()] },
      { enabled: true, destinations: [stranger()], forward: true },
      {},
    ])
      expect((await owner.put(pathOf(box), body)).status, JSON.stringify(body)).toBe(400);
    expect((await owner.get(pathOf(box))).body.destinations).toEqual([]);
  });

  it('is for those who manage the mailbox; an admin who may not read it switches it off alone', async () => {
    const box = await fresh();
    const [reader, admin, rival] = [
      await tenant.member('member'),
      await tenant.session('admin'),
      await (await stack.createTenant()).session(),
    ];
    await owner.put(`/mailboxes/${box.id}/grants/${reader.userId}`, { role: 'sender' });
    const on = { enabled: true, destinations: [stranger()] };
    expect((await reader.client.get(pathOf(box))).status).toBe(200);
    expect((await reader.client.put(pathOf(box), on)).status).toBe(403);
    expect((await admin.put(pathOf(box), on)).status).toBe(403);
    expect((await rival.get(pathOf(box))).status).toBe(404);
    expect((await rival.put(pathOf(box), on)).status).toBe(404);
    expect((await (await tenant.key()).get(pathOf(box))).status).toBe(403);
    expect((await owner.put(pathOf(box), on)).status).toBe(200);
    expect((await admin.put(pathOf(box), { enabled: false })).body.enabled).toBe(false);
  });

  it('is in the audit log, as is the consent', async () => {
    const [box, to] = [await fresh(), stranger()];
    await owner.put(pathOf(box), { enabled: true, destinations: [to] });
    await owner.put(pathOf(box), { enabled: true, destinations: [to] });
    await press((await linkTo(stack, to)).token);
    const entries = await stack.sql(
      'select action, actor_kind, after from audit_entry where object_id = $1 order by id',
      [box.id],
    );
    expect(entries).toEqual([
      {
        action: 'mailbox.forwarding-changed',
        actor_kind: 'user',
        after: { enabled: true, keepsCopy: true, destinations: [to] },
      },
      { action: 'mailbox.forwarding-confirmed', actor_kind: 'anonymous', after: { address: to } },
    ]);
  });

  it('keeps the mailbox that it goes to from being removed', async () => {
    const [box, target, admin] = [await fresh(), await fresh(), await tenant.session('admin')];
    await owner.put(pathOf(box), { enabled: true, destinations: [target.address] });
    const { status, body } = await admin.delete(`/mailboxes/${target.id}`);
    expect([status, body.error]).toEqual([409, 'CaixaComVinculos']);
    expect(body.vinculos).toEqual([{ tipo: 'encaminhamento', id: box.id, descricao: box.address }]);
    await owner.put(pathOf(box), { enabled: false, destinations: [] });
    expect((await admin.delete(`/mailboxes/${target.id}`)).status).toBe(200);
  });
});

describe('a destination', () => {
  it('in a verified domain of the tenant needs no consent', async () => {
    const [box, other] = [await fresh(), await createDomain(stack.app, tenant.id)];
    const pending = await createDomain(stack.app, tenant.id, { isVerified: false });
    const theirs = await createDomain(stack.app, (await stack.createTenant()).id);
    const destinations = [other, pending, theirs].map(({ domain: { name } }) => `bob@${name}`);
    const { body } = await owner.put(pathOf(box), { enabled: true, destinations });
    const confirmed = body.destinations.filter((one: { confirmed: boolean }) => one.confirmed);
    expect(confirmed).toMatchObject([{ address: destinations[0] }]);
  });

  it('elsewhere consents by the button behind the link in a signed mail, not by the link', async () => {
    const [box, to] = [await fresh(), stranger()];
    await owner.put(pathOf(box), { enabled: true, destinations: [to] });
    const { path, token } = await linkTo(stack, to);
    const [mail] = await sentTo(stack, to);
    expect(mail!.source).toMatch(/^DKIM-Signature: /m);
    expect(mail!.source).toMatch(/^Auto-Submitted: auto-generated/m);
    for (let times = 0; times < 3; times += 1) {
      const page = await stack.anonymous.get(path);
      expect([page.status, page.headers['referrer-policy']]).toEqual([200, 'no-referrer']);
      expect(page.text).toContain(box.address);
    }
    expect((await owner.get(pathOf(box))).body.destinations[0].confirmed).toBe(false);
    expect((await press(token)).status).toBe(200);
    expect((await owner.get(pathOf(box))).body.destinations[0]).toMatchObject({ address: to, confirmed: true });
  });

  it('does not consent by a link that is used, forged, replaced, expired, or of what is gone', async () => {
    const [box, to] = [await fresh(), stranger()];
    const set = (destinations: string[]) => owner.put(pathOf(box), { enabled: false, destinations });
    await set([to]);
    const first = (await linkTo(stack, to)).token;
    expect((await owner.post(`${pathOf(box)}/confirmation`, { address: to })).status).toBe(200);
    const second = (await linkTo(stack, to, 2)).token;
    const flipped = second.slice(0, -2) + (second.at(-2) === 'A' ? 'B' : 'A') + second.at(-1);
    const other = stack.app.get(SecretBox, { strict: false }).sealCursor('mail.mailboxes', [tenant.id, v7()]);
    const links = stack.app.get(ForwardingLinks, { strict: false });
    const unknown = new URL(links.url({ tenantId: tenant.id, linkId: v7() })).searchParams.get('token')!;
    for (const bad of ['', 'x', first, flipped, other, unknown, 'A'.repeat(2_000)])
      expect((await press(bad)).status, bad).toBe(404);
    expect((await stack.anonymous.post('/forwarding/confirm', { token: second })).status).toBe(404);
    const age = (interval: string) =>
      stack.sql(`update forwarding_address set asked_at = now() - $1::interval where address = $2`, [interval, to]);
    await age('8 days');
    expect((await press(second)).status).toBe(410);
    await age('6 days');
    await Promise.all([press(second), press(second)]).then((answers) =>
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]),
    );
    expect((await press(second)).status).toBe(404);
    expect((await owner.post(`${pathOf(box)}/confirmation`, { address: to })).status).toBe(409);
    await set([]);
    await set([to]);
    const third = (await linkTo(stack, to, 3)).token;
    expect((await owner.get(pathOf(box))).body.destinations[0].confirmed).toBe(false);
    await set([]);
    expect((await press(third)).status).toBe(404);
    expect((await owner.post(`${pathOf(box)}/confirmation`, { address: to })).status).toBe(404);
  });

  it('is asked at most six times a day', async () => {
    const [box, to] = [await fresh(), stranger()];
    await owner.put(pathOf(box), { enabled: false, destinations: [to] });
    const again = () => owner.post(`${pathOf(box)}/confirmation`, { address: to });
    const answers = [];
    for (let n = 0; n < 7; n += 1) answers.push((await again()).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429, 429]);
    await settled(stack, tenant.id);
    expect((await sentTo(stack, to)).length).toBeLessThanOrEqual(6);
  });
});
