import { describe, expect, it, vi } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { type Account, createAccount, draft, draftOf, findRecipients, inStatus, step } from './campaigns.fixture.js';
import { loseWorkers } from '../../../../test/support/lost-workers.js';
import { CampaignMails } from './campaign-mails.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { PUBLIC_URL: 'https://api.service.test' } }));

const account = (contacts?: object[] | number) => createAccount(stack, contacts);
const recipientsOf = (owner: Account) => findRecipients(stack, owner);

describe('a draft', () => {
  it('is added, found at its Location, listed and changed', async () => {
    const owner = await account();
    const { status, headers, body } = await owner.session.post('/api/campaigns', draftOf(owner));
    expect(status).toBe(201);
    expect(body.Campaign).toMatchObject({
      Id: expect.stringMatching(/^cam_[0-9a-f]{16}$/),
      Status: 'draft',
      Progress: { Recipients: 0, Accepted: 0, Skipped: 0, Failed: 0 },
    });
    expect((await owner.session.get(String(headers['location']))).body.Campaign).toEqual(body.Campaign);
    const { Id } = body.Campaign;
    const changed = await owner.session.patch(`/api/campaigns/${Id}`, { Name: 'December', Html: '<p>Hi.</p>' });
    expect(changed.body.Campaign).toMatchObject({ Name: 'December', Html: '<p>Hi.</p>', Text: 'Hello.' });
    const list = (await owner.session.get('/api/campaigns?status=draft')).body;
    expect(list.Campaigns.map((campaign: { Id: string }) => campaign.Id)).toEqual([Id]);
    expect((await owner.session.get('/api/campaigns?status=running')).body.Campaigns).toEqual([]);
  });

  it('is removed', async () => {
    const owner = await account();
    const id = await draft(owner);
    expect((await owner.session.delete(`/api/campaigns/${id}`)).status).toBe(204);
    expect((await owner.session.get(`/api/campaigns/${id}`)).status).toBe(404);
  });

  it.each([
    ['a list that is not there', { ListId: 'lst_0123456789abcdef' }, 422, 'ListId'],
    ['a sender that is none', { Source: 'nobody' }, 400, 'Source'],
    ['no subject', { Subject: null }, 422, 'Subject'],
    ['no body', { Text: null }, 422, 'Text'],
    ['a body that does not work as a template', { Text: '{{ name' }, 422, 'Text'],
    [
      'a template that is not there',
      { TemplateId: 'tpl_0123456789abcdef', Subject: null, Text: null },
      422,
      'TemplateId',
    ],
    ['a template and a body', { TemplateId: 'tpl_0123456789abcdef' }, 400, 'TemplateId'],
    ['an unknown field', { Colour: 'red' }, 400, 'Colour'],
  ])('is refused with %s', async (_what, changes, status, field) => {
    const owner = await account();
    const answer = await owner.session.post('/api/campaigns', draftOf(owner, changes));
    expect([answer.status, answer.body.Error.Details[0].Field]).toEqual([status, field]);
  });

  it('is refused an empty change', async () => {
    const owner = await account();
    expect((await owner.session.patch(`/api/campaigns/${await draft(owner)}`, {})).status).toBe(422);
  });

  it('of another account is answered like one that does not exist', async () => {
    const [owner, rival] = [await account(), await account()];
    const id = await draft(owner);
    for (const name of ['start', 'pause', 'resume', 'cancel']) {
      expect((await step(rival, id, name)).body.Error.Code).toBe('NotFound');
    }
  });
});

describe('a campaign that is started', () => {
  it('reaches every contact of the list once, filled in for each and with an unsubscribe link', async () => {
    const owner = await account([
      { Email: 'ana@example.test', Name: 'Ana <&>', Attributes: { city: 'Rio' } },
      { Email: 'bob@example.test', Attributes: { city: 'Ulm' } },
      { Phone: '+12025550143', Attributes: { city: 'Bonn' } },
      { Email: 'gone@example.test', Attributes: { city: 'Nice' } },
      { Email: 'nowhere@example.test' },
    ]);
    await owner.session.post('/api/suppressions', { Address: 'gone@example.test' });
    const id = await draft(owner, {
      Html: '<p>{{ name | default: "You" }} of {{ city }}, {{ season }}</p>',
      TemplateData: { season: 'winter' },
      Tags: { kind: 'news' },
    });
    const started = await step(owner, id, 'start');
    expect([started.status, started.body.Campaign.Status]).toEqual([200, 'running']);
    const done = await inStatus(owner, id, 'completed');
    expect(done.Progress).toEqual({ Recipients: 5, Accepted: 2, Skipped: 2, Failed: 1 });
    expect((await recipientsOf(owner)).sort()).toEqual(['ana@example.test', 'bob@example.test']);
    const mail = await stack.mail.waitFor(
      ({ to, source }) => to.includes('ana@example.test') && source.includes('Rio'),
    );
    expect(mail.source).toContain('Subject: News for Ana <&>');
    expect(mail.source).toContain('Ana &lt;&amp;&gt; of Rio, winter');
    expect(mail.source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const message = (await owner.session.get('/api/messages?limit=1')).body.Messages[0];
    expect(message).toMatchObject({ Tags: { kind: 'news' } });
    const report = await owner.session.get(`/api/reports/overview?campaign=${id}`);
    expect(report.body.Totals.Accepted).toBe(2);
  });

  it('has a text beside its HTML where it was given none', async () => {
    const owner = await account([{ Email: 'only-html@example.test', Name: 'Ana' }]);
    const Html = '<h1>Hi {{ name }}</h1><p>See <a href="https://shop.test/new?a=1&amp;b=2">what is new</a>.</p>';
    const id = await draft(owner, { Html, Text: null, TrackClicks: false });
    await step(owner, id, 'start');
    const { source } = await stack.mail.waitFor(({ to }) => to.includes('only-html@example.test'));
    expect(source).toContain('Content-Type: multipart/alternative');
    expect(source).toContain('See what is new (https://shop.test/new?a=1&b=2).');
  });

  it('keeps the content that its template had at the start, and counts for the template', async () => {
    const owner = await account([{ Email: 'ana@example.test' }]);
    const template = { Name: 'News', Channel: 'email', Subject: 'First', Text: 'Hello.' };
    const { Id } = (await owner.session.post('/api/templates', template)).body.Template;
    const id = await draft(owner, { TemplateId: Id, Subject: null, Text: null });
    const SendAt = new Date(Date.now() + 3_600_000).toISOString();
    expect((await step(owner, id, 'start', { SendAt })).body.Campaign).toMatchObject({ Status: 'scheduled', SendAt });
    await owner.session.patch(`/api/templates/${Id}`, { Subject: 'Second' });
    await stack.sql(`update outbox set available_at = now() where tenant_id = $1`, [owner.tenant.id]);
    await inStatus(owner, id, 'completed');
    const [message] = (await owner.session.get('/api/messages')).body.Messages;
    expect(message).toMatchObject({ Subject: 'First', TemplateId: Id });
  });

  it('passes over whom operators have blocked, and waits when its sender is', async () => {
    const { client: operator } = await stack.createOperator();
    const block = (Value: string) => operator.post('/api/admin/blacklist', { Kind: 'email', Value });
    const owner = await account([{ Email: 'blocked@campaigns.example' }, { Email: 'other@campaigns.example' }]);
    await block('blocked@campaigns.example');
    const [first, second] = [await draft(owner), await draft(owner)];
    await step(owner, first, 'start');
    expect((await inStatus(owner, first, 'completed')).Progress).toMatchObject({ Accepted: 1, Skipped: 1 });
    await block(owner.tenant.source);
    await step(owner, second, 'start');
    expect((await inStatus(owner, second, 'paused')).Error).toContain('PermissionDenied');
    expect(await recipientsOf(owner)).toEqual(['other@campaigns.example']);
  });

  it('can no longer be changed, removed or started again', async () => {
    const owner = await account([{ Email: 'ana@example.test' }]);
    const id = await draft(owner);
    const starts = await Promise.all([step(owner, id, 'start'), step(owner, id, 'start'), step(owner, id, 'start')]);
    expect(starts.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await inStatus(owner, id, 'completed');
    expect((await owner.session.patch(`/api/campaigns/${id}`, { Name: 'x' })).body.Error.Code).toBe('Conflict');
    expect((await owner.session.delete(`/api/campaigns/${id}`)).body.Error.Code).toBe('Conflict');
    expect((await step(owner, id, 'cancel')).body.Error.Code).toBe('Conflict');
    expect(await recipientsOf(owner)).toHaveLength(1);
  });

  it('is refused a sender whose domain is not verified, and a time that has passed', async () => {
    const owner = await account([{ Email: 'ana@example.test' }]);
    const foreign = await draft(owner, { Source: 'news@elsewhere.com' });
    expect((await step(owner, foreign, 'start')).body.Error.Code).toBe('DomainNotVerified');
    const late = await step(owner, await draft(owner), 'start', { SendAt: '2020-01-01T00:00:00Z' });
    expect([late.status, late.body.Error.Details[0].Field]).toEqual([422, 'SendAt']);
  });

  it('keeps its list until it has ended', async () => {
    const owner = await account([{ Email: 'ana@example.test' }]);
    const id = await draft(owner);
    await step(owner, id, 'start', { SendAt: new Date(Date.now() + 3_600_000).toISOString() });
    const removal = () => owner.session.delete(`/api/lists/${owner.listId}`);
    const refused = await removal();
    expect([refused.status, refused.body.Error.Code]).toEqual([409, 'Conflict']);
    await step(owner, id, 'cancel');
    expect((await removal()).status).toBe(204);
  });

  it('is refused when the list of its draft has been removed', async () => {
    const owner = await account();
    const id = await draft(owner);
    await owner.session.delete(`/api/lists/${owner.listId}`);
    const { status, body } = await step(owner, id, 'start');
    expect([status, body.Error.Details[0].Field]).toEqual([422, 'ListId']);
  });

  it('that was scheduled is cancelled before it sends anything', async () => {
    const owner = await account([{ Email: 'ana@example.test' }]);
    const id = await draft(owner);
    await step(owner, id, 'start', { SendAt: new Date(Date.now() + 3_600_000).toISOString() });
    expect((await step(owner, id, 'cancel')).body.Campaign.Status).toBe('cancelled');
    await stack.sql(`update outbox set available_at = now() where tenant_id = $1`, [owner.tenant.id]);
    await waitUntil(
      async () => (await stack.sql(`select from outbox where tenant_id = $1`, [owner.tenant.id])).length === 0,
    );
    expect(await recipientsOf(owner)).toEqual([]);
  });
});

it('a campaign whose workers were lost for good is paused with the reason, and goes on when it is resumed', async () => {
  const owner = await account(2);
  const mails = vi.spyOn(stack.app.get(CampaignMails, { strict: false }), 'for');
  mails.mockRejectedValue(new Error('Something is broken'));
  const id = await draft(owner);
  await step(owner, id, 'start');
  await loseWorkers(stack, owner.tenant.id, 'campaign.send');
  expect(await inStatus(owner, id, 'paused')).toMatchObject({ Error: expect.stringContaining('internal error') });
  mails.mockRestore();
  await step(owner, id, 'resume');
  expect((await inStatus(owner, id, 'completed')).Progress).toMatchObject({ Accepted: 2 });
});

describe('the audit log', () => {
  const entriesOf = (id: string) =>
    stack.sql(
      `select action, actor_kind as actor, before, after from audit_entry
       where object_type = 'campaign' and object_id = $1 order by id`,
      [id],
    );

  it('records every step of a user, and none that is rejected', async () => {
    const owner = await account([{ Email: 'ana@example.test' }]);
    const { listId } = owner;
    const id = await draft(owner);
    await owner.session.patch(`/api/campaigns/${id}`, { Name: 'December' });
    const SendAt = new Date(Date.now() + 3_600_000).toISOString();
    await Promise.all([step(owner, id, 'start', { SendAt }), step(owner, id, 'start', { SendAt })]);
    await step(owner, id, 'pause');
    await step(owner, id, 'cancel');
    const sourceDomain = owner.tenant.source.split('@')[1];
    expect(await entriesOf(id)).toEqual([
      {
        action: 'campaign.created',
        actor: 'user',
        before: null,
        after: expect.objectContaining({ name: 'November', listId, sourceDomain }),
      },
      { action: 'campaign.changed', actor: 'user', before: { name: 'November' }, after: { name: 'December' } },
      {
        action: 'campaign.started',
        actor: 'user',
        before: { status: 'draft', sendAt: null },
        after: { status: 'scheduled', sendAt: SendAt },
      },
      { action: 'campaign.cancelled', actor: 'user', before: { status: 'scheduled' }, after: { status: 'cancelled' } },
    ]);
    const other = await draft(owner);
    await owner.session.delete(`/api/campaigns/${other}`);
    const deleted = {
      action: 'campaign.deleted',
      actor: 'user',
      before: expect.objectContaining({ listId }),
      after: null,
    };
    expect((await entriesOf(other))[1]).toEqual(deleted);
    expect(JSON.stringify([...(await entriesOf(id)), ...(await entriesOf(other))])).not.toContain('@');
  });

  it('records who paused and who resumed a campaign', async () => {
    const owner = await account([{ Email: 'ana@example.test' }]);
    const id = await draft(owner);
    await step(owner, id, 'start', { SendAt: new Date(Date.now() + 3_600_000).toISOString() });
    await stack.sql(`update campaign set status = 'running' where id = $1`, [id]);
    await step(owner, id, 'pause');
    await step(owner, id, 'resume');
    await inStatus(owner, id, 'completed');
    expect((await entriesOf(id)).slice(2)).toEqual([
      { action: 'campaign.paused', actor: 'user', before: { status: 'running' }, after: { status: 'paused' } },
      { action: 'campaign.resumed', actor: 'user', before: { status: 'paused' }, after: { status: 'running' } },
    ]);
  });
});
