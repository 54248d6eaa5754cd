import { beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));
let acme: HttpClient;
let rival: HttpClient;
let names = 0;

beforeAll(async () => {
  const newcomer = async () => (await stack.createTenant()).session();
  [acme, rival] = await Promise.all([newcomer(), newcomer()]);
});
const receipt = (changes: object = {}) => ({
  Name: `Receipt ${(names += 1)}`,
  Channel: 'email',
  Subject: 'Order {{ order }}',
  Html: '<p>Thank you, {{ name }}.</p>',
  Text: 'Thank you, {{ name }}.',
  ...changes,
});

const created = async (changes: object = {}) => (await acme.post('/api/templates', receipt(changes))).body.Template;

describe('templates', () => {
  it('are created with an id and found at their Location', async () => {
    const { status, body, headers } = await acme.post('/api/templates', receipt());
    expect(status).toBe(201);
    expect(body.Template.Id).toMatch(/^tpl_[0-9a-f]{16}$/);
    expect((await acme.get(String(headers['location']))).body.Template).toEqual(body.Template);
  });

  it('have unique names within a tenant', async () => {
    const { Name } = await created();
    const again = await acme.post('/api/templates', receipt({ Name }));
    expect([again.status, again.body.Error.Details[0].Field]).toEqual([409, 'Name']);
    expect((await rival.post('/api/templates', receipt({ Name }))).status).toBe(201);
  });

  it('have an alias that is unique within a tenant, and that a change takes away', async () => {
    const Alias = 'order-receipt.v2_1';
    const { Id } = await created({ Alias });
    const again = await acme.post('/api/templates', receipt({ Alias }));
    expect([again.status, again.body.Error.Details[0].Field]).toEqual([409, 'Alias']);
    expect((await rival.post('/api/templates', receipt({ Alias }))).body.Template.Alias).toBe(Alias);
    const other = await created();
    expect(other.Alias).toBeNull();
    expect((await acme.patch(`/api/templates/${other.Id}`, { Alias })).status).toBe(409);
    expect((await acme.patch(`/api/templates/${Id}`, { Name: 'Renamed' })).body.Template.Alias).toBe(Alias);
    expect((await acme.patch(`/api/templates/${Id}`, { Alias: null })).body.Template.Alias).toBeNull();
    expect((await acme.patch(`/api/templates/${other.Id}`, { Alias })).body.Template.Alias).toBe(Alias);
  });

  it.each(['', 'with blank', '-first', 'tpl_0123456789abcdef', 'tpl_x', 'é', 'x'.repeat(101)])(
    'have no alias %j',
    async (Alias) => {
      const { status, body } = await acme.post('/api/templates', receipt({ Alias }));
      expect([status, body.Error.Details[0].Field]).toEqual([400, 'Alias']);
    },
  );

  it('are listed newest first, page by page', async () => {
    const client = await (await stack.createTenant()).session();
    for (let index = 0; index < 3; index += 1) await client.post('/api/templates', receipt());
    const first = (await client.get('/api/templates?limit=2')).body;
    const second = (await client.get(`/api/templates?limit=2&cursor=${first.NextCursor}`)).body;
    expect([first.Templates.length, first.HasMore, second.Templates.length, second.HasMore]).toEqual([
      2,
      true,
      1,
      false,
    ]);
    expect(first.Templates[0].Id > first.Templates[1].Id).toBe(true);
  });

  it('keep what a change does not name, and lose what it sets to null', async () => {
    const { Id, Subject } = await created();
    const { body } = await acme.patch(`/api/templates/${Id}`, { Html: null });
    expect(body.Template).toMatchObject({ Subject, Html: null, Text: 'Thank you, {{ name }}.' });
  });

  it('are gone when deleted', async () => {
    const { Id } = await created();
    expect((await acme.delete(`/api/templates/${Id}`)).status).toBe(204);
    expect((await acme.get(`/api/templates/${Id}`)).status).toBe(404);
  });

  it('leave in the audit log who made, changed and deleted them, and nothing of what changes nothing', async () => {
    const { Id, Name } = await created({ Alias: 'told' });
    await acme.patch(`/api/templates/${Id}`, { Subject: 'Order {{ order }}', Html: null });
    await acme.patch(`/api/templates/${Id}`, { Subject: 'Order {{ order }}' });
    await acme.patch(`/api/templates/${Id}`, { Text: '{{ broken' });
    await acme.delete(`/api/templates/${Id}`);
    await acme.delete(`/api/templates/${Id}`);
    const told = { name: Name, alias: 'told', channel: 'email', subject: 'Order {{ order }}' };
    const entries = await stack.sql(
      `select action, actor_kind as actor, before, after from audit_entry
       where object_type = 'template' and object_id = $1 order by id`,
      [Id],
    );
    expect(entries).toEqual([
      { action: 'template.created', actor: 'user', before: null, after: told },
      {
        action: 'template.changed',
        actor: 'user',
        before: { html: '<p>Thank you, {{ name }}.</p>' },
        after: { html: null },
      },
      { action: 'template.deleted', actor: 'user', before: told, after: null },
    ]);
  });

  it('of another tenant are answered like those that do not exist', async () => {
    const { Id } = await created();
    const foreign = await rival.patch(`/api/templates/${Id}`, { Nonsense: 1 });
    const missing = await rival.patch('/api/templates/tpl_0123456789abcdef', { Nonsense: 1 });
    expect(foreign.status).toBe(404);
    expect(foreign.body.Error).toEqual(missing.body.Error);
  });

  it.each([
    ['without a subject', { Subject: null }, 422, 'Subject'],
    ['without a body', { Html: null, Text: null }, 422, 'Text'],
    ['with an open brace', { Text: 'Hello {{ name' }, 422, 'Text'],
    ['with an unknown tag', { Html: '{% include "x" %}' }, 422, 'Html'],
    ['of an unknown channel', { Channel: 'fax' }, 400, 'Channel'],
  ])('are refused %s', async (_case, changes, status, field) => {
    const answer = await acme.post('/api/templates', receipt(changes));
    expect([answer.status, answer.body.Error.Details[0].Field]).toEqual([status, field]);
  });

  it('are refused an empty change', async () => {
    const { Id } = await created();
    expect((await acme.patch(`/api/templates/${Id}`, {})).status).toBe(422);
  });
});

describe('the preview of a template', () => {
  const preview = async (changes: object, Data: object) => {
    const { Id } = await created(changes);
    return acme.post(`/api/templates/${Id}/preview`, { Data });
  };

  it('fills variables in, escaped in the HTML only', async () => {
    const { body } = await preview({}, { order: 7, name: '<Ana & Co>' });
    expect(body).toMatchObject({
      Subject: 'Order 7',
      Html: '<p>Thank you, &lt;Ana &amp; Co&gt;.</p>',
      Text: 'Thank you, <Ana & Co>.',
    });
  });

  it('refuses data that lacks a variable, naming it', async () => {
    const { status, body } = await preview({}, { order: 7 });
    expect(status).toBe(422);
    expect(body.Error).toMatchObject({ Code: 'MissingParameter', Details: [{ Field: 'TemplateData.name' }] });
  });

  it('lets a condition test an absent variable', async () => {
    const { body } = await preview({ Text: '{% if vip %}Dear{% else %}Hello{% endif %}', Html: null }, { order: 1 });
    expect(body.Text).toBe('Hello');
  });

  it('puts a subject on one line, with any data', async () => {
    const { body } = await preview({}, { order: '7\r\nBcc: x@example.test', name: 'a' });
    expect(body.Subject).toBe('Order 7 Bcc: x@example.test');
  });

  it('does not reach beyond the data', async () => {
    const { status } = await preview({ Text: '{{ order.constructor }}', Html: null }, { order: {} });
    expect(status).toBe(422);
  });

  it('stops a template that never ends', async () => {
    const { status } = await preview({ Text: '{% for i in (1..100000000) %}x{% endfor %}', Html: null }, { order: 1 });
    expect(status).toBe(422);
  });
});
