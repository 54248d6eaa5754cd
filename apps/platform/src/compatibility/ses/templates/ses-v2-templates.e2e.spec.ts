import {
  CreateEmailTemplateCommand,
  DeleteEmailTemplateCommand,
  GetEmailTemplateCommand,
  ListEmailTemplatesCommand,
  paginateListEmailTemplates,
  SendBulkEmailCommand,
  SendEmailCommand,
  type SESv2Client,
  TestRenderEmailTemplateCommand,
  UpdateEmailTemplateCommand,
  type EmailTemplateContent,
} from '@aws-sdk/client-sesv2';
import { beforeAll, describe, expect, it } from 'vitest';
import { platformStack } from '../../../../../../test/support/platform-stack.js';
import { sesClients, sesFailure } from '../../../../../../test/support/ses-clients.js';
import { usePrepared, useStack } from '../../../../../../test/support/use-stack.js';

/** The vendor's own package, with another address and a key of ours. */
const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());
let ses: SESv2Client;

beforeAll(async () => {
  ses = (await sesClients(stack, acme)).v2;
});

const CONTENT: EmailTemplateContent = {
  Subject: 'Order {{order}}',
  Text: 'To {{name}}, {{order}}.',
  Html: '<p>To {{name}}</p>',
};

const create = (TemplateName: string, changes: Partial<EmailTemplateContent> = {}, by = ses) =>
  by.send(new CreateEmailTemplateCommand({ TemplateName, TemplateContent: { ...CONTENT, ...changes } }));
const get = (TemplateName: string, by = ses) => by.send(new GetEmailTemplateCommand({ TemplateName }));
const update = (TemplateName: string, TemplateContent: EmailTemplateContent, by = ses) =>
  by.send(new UpdateEmailTemplateCommand({ TemplateName, TemplateContent }));
const remove = (TemplateName: string, by = ses) => by.send(new DeleteEmailTemplateCommand({ TemplateName }));
const render = (TemplateName: string, data: unknown, by = ses) =>
  by.send(
    new TestRenderEmailTemplateCommand({
      TemplateName,
      TemplateData: typeof data === 'string' ? data : JSON.stringify(data),
    }),
  );
const send = (Template: object, by = ses, FromEmailAddress = acme.source) =>
  by.send(
    new SendEmailCommand({
      FromEmailAddress,
      Destination: { ToAddresses: ['ana@example.test'] },
      Content: { Template },
    }),
  );
const mailOf = (id: string | undefined) => stack.mail.waitFor(({ source }) => source.includes(id ?? 'no id'));

describe('templates', () => {
  it('are made, read, changed and removed', async () => {
    await create('receipt');
    expect(await get('receipt')).toMatchObject({ TemplateName: 'receipt', TemplateContent: CONTENT });
    await update('receipt', { Subject: 'Changed {{order}}', Text: 'Changed.' });
    expect((await get('receipt')).TemplateContent).toEqual({ Subject: 'Changed {{order}}', Text: 'Changed.' });
    await remove('receipt');
    expect(await sesFailure(get('receipt'))).toMatchObject({ name: 'NotFoundException', status: 404 });
  });

  it('are those of the dashboard, and found by their name after somebody renamed them there', async () => {
    await create('welcome');
    const session = await acme.session();
    const { Templates } = (await session.get('/api/templates?q=welcome')).body;
    expect(Templates).toMatchObject([{ Name: 'welcome', Alias: 'welcome', Channel: 'email', Html: CONTENT.Html }]);
    expect((await session.patch(`/api/templates/${Templates[0].Id}`, { Name: 'Greeting' })).status).toBe(200);
    expect((await get('welcome')).TemplateName).toBe('welcome');
    const { MessageId } = await send({ TemplateName: 'welcome', TemplateData: '{"order": 1, "name": "Ana"}' });
    expect((await mailOf(MessageId)).source).toContain('Subject: Order 1');
  });

  it('may have every name that SES allows', async () => {
    for (const name of ['_first', '-first', 'tpl_receipt', 'A'.repeat(64)]) {
      await create(name);
      expect((await get(name)).TemplateName).toBe(name);
      await remove(name);
    }
  });

  it('are listed in pages, newest first, those of other channels not among them', async () => {
    const tenant = await stack.createTenant();
    const { v2 } = await sesClients(stack, tenant);
    const names = Array.from({ length: 12 }, (_, n) => `listed-${n}`);
    for (const name of names) await create(name, {}, v2);
    await (await tenant.session()).post('/api/templates', { Name: 'text', Channel: 'sms', Text: 'Hello' });
    const found: (string | undefined)[] = [];
    for await (const { TemplatesMetadata } of paginateListEmailTemplates({ client: v2, pageSize: 5 }, {}))
      found.push(...(TemplatesMetadata ?? []).map(({ TemplateName }) => TemplateName));
    expect(found).toEqual(names.toReversed());
    const first = await v2.send(new ListEmailTemplatesCommand({}));
    expect(first.TemplatesMetadata).toHaveLength(10);
    expect(Date.now() - (first.TemplatesMetadata?.[0]?.CreatedTimestamp?.getTime() ?? 0)).toBeLessThan(600_000);
    const rest = await v2.send(new ListEmailTemplatesCommand({ NextToken: first.NextToken, PageSize: 100 }));
    expect(rest.TemplatesMetadata?.map(({ TemplateName }) => TemplateName)).toEqual(['listed-1', 'listed-0']);
    expect(rest.NextToken).toBeUndefined();
    // A token is of one account.
    expect((await sesFailure(ses.send(new ListEmailTemplatesCommand({ NextToken: first.NextToken })))).name).toBe(
      'InvalidNextTokenException',
    );
  });

  it('are filled in as the message that they would be', async () => {
    await create('rendered', { Subject: 'Order {{order}} for Zoë' });
    const { RenderedTemplate = '' } = await render('rendered', { order: 4711, name: 'Ana & Rui' });
    expect(RenderedTemplate).toMatch(/^Subject: =\?UTF-8/i);
    expect(RenderedTemplate).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(RenderedTemplate).toContain('To Ana & Rui, 4711.');
    expect(RenderedTemplate).toContain('<p>To Ana &amp; Rui</p>');
    expect(RenderedTemplate).not.toMatch(/^(?:From|To|Message-ID):/im);
    const missing = await sesFailure(render('rendered', { order: 1 }));
    expect(missing).toMatchObject({ name: 'BadRequestException', status: 400 });
    expect(missing.message).toContain('TemplateData.name');
  });

  it.each([
    ['a name with a blank', () => create('two words'), 'TemplateName'],
    ['a name that is too long', () => create('A'.repeat(65)), 'TemplateName'],
    ['the id of a template', () => create('tpl_0c7b3f19ad62e04f'), 'TemplateName'],
    ['no subject', () => create('a', { Subject: undefined }), 'TemplateContent.Subject is missing'],
    ['neither text nor HTML', () => create('a', { Text: undefined, Html: undefined }), 'TemplateContent.Text'],
    ['a subject that is too long', () => create('a', { Subject: 'x'.repeat(999) }), 'TemplateContent.Subject'],
    ['a tag that is open', () => create('a', { Text: '{% if a %}' }), 'TemplateContent.Text'],
    ['a block of Handlebars', () => create('a', { Html: '{{#if name}}Hello{{/if}}' }), 'TemplateContent.Html'],
    ['NUL in a part', () => create('a', { Text: 'a\0b' }), 'must not contain the NUL character'],
    ['half a character', () => create('a', { Text: 'a\ud800b' }), 'half a surrogate'],
  ])('are refused with %s', async (_what, call, message) => {
    const failure = await sesFailure(call());
    expect(failure).toMatchObject({ name: 'BadRequestException', status: 400 });
    expect(failure.message).toContain(message);
  });

  it('are refused with data that is none', async () => {
    await create('data');
    for (const data of ['{', '[]', '"text"', '{"name": "a\\u0000b"}', '{"order": 12345678901234567890}', '{"a":'])
      expect(await sesFailure(render('data', data)), data).toMatchObject({ name: 'BadRequestException', status: 400 });
  });

  it('have a subject of one line, whatever the data says', async () => {
    await create('line');
    const { RenderedTemplate = '' } = await render('line', { order: 'a\r\nBcc: x@example.test\u0007', name: 'Ana' });
    expect(RenderedTemplate).toMatch(/^Subject: /);
    expect(RenderedTemplate.slice(0, RenderedTemplate.indexOf('\r\n\r\n'))).not.toMatch(/^Bcc:/m);
  });

  it('keep the name of another, and have a limit', async () => {
    await create('taken');
    expect(await sesFailure(create('taken'))).toMatchObject({ name: 'AlreadyExistsException', status: 400 });
    const full = await stack.createTenant();
    await stack.sql(
      `insert into template (tenant_id, id, name, channel, subject, text)
       select $1, 'tpl_' || lpad(to_hex(n), 16, '0'), 'n' || n, 'email', 's', 't' from generate_series(1, 1000) n`,
      [full.id],
    );
    const { v2 } = await sesClients(stack, full);
    expect(await sesFailure(create('more', {}, v2))).toMatchObject({ name: 'LimitExceededException', status: 400 });
  });

  it('of another account are not seen', async () => {
    await create('secret');
    const { v2: rival } = await sesClients(stack, await stack.createTenant());
    const calls = [
      () => get('secret', rival),
      () => update('secret', CONTENT, rival),
      () => remove('secret', rival),
      () => render('secret', {}, rival),
    ];
    for (const call of calls)
      expect(await sesFailure(call())).toMatchObject({ name: 'NotFoundException', status: 404 });
    expect((await rival.send(new ListEmailTemplatesCommand({}))).TemplatesMetadata).toEqual([]);
    expect((await get('secret')).TemplateContent).toEqual(CONTENT);
  });

  it('need their scopes', async () => {
    await create('scoped');
    const { v2: reader } = await sesClients(stack, acme, 'templates:read');
    expect((await get('scoped', reader)).TemplateName).toBe('scoped');
    const writes = [
      () => create('x', {}, reader),
      () => update('scoped', CONTENT, reader),
      () => remove('scoped', reader),
    ];
    for (const call of writes)
      expect(await sesFailure(call())).toMatchObject({ name: 'AccessDeniedException', status: 403 });
    const { v2: sender } = await sesClients(stack, acme, 'emails:send');
    expect((await sesFailure(get('scoped', sender))).name).toBe('AccessDeniedException');
  });
});

describe('a template whose text is in the call', () => {
  it('is filled in as a stored one', async () => {
    const { MessageId } = await send({ TemplateContent: CONTENT, TemplateData: '{"order": 4712, "name": "Ana & Co"}' });
    const { source } = await mailOf(MessageId);
    for (const part of ['Subject: Order 4712', 'To Ana & Co, 4712.', '<p>To Ana &amp; Co</p>'])
      expect(source).toContain(part);
  });

  it('is filled in for each entry of a bulk call', async () => {
    const { BulkEmailEntryResults } = await ses.send(
      new SendBulkEmailCommand({
        FromEmailAddress: acme.source,
        DefaultContent: { Template: { TemplateContent: CONTENT, TemplateData: '{"name": "you"}' } },
        BulkEmailEntries: ['{"order": 81}', '{"other": 1}', '{', '{"order": 82}'].map((ReplacementTemplateData) => ({
          Destination: { ToAddresses: ['bulk@example.test'] },
          ReplacementEmailContent: { ReplacementTemplate: { ReplacementTemplateData } },
        })),
      }),
    );
    const [first, second, third, last] = BulkEmailEntryResults ?? [];
    expect([second?.Status, third?.Status]).toEqual(['INVALID_PARAMETER', 'INVALID_PARAMETER']);
    expect(second?.Error).toContain('TemplateData.order');
    expect((await mailOf(first?.MessageId)).source).toContain('Subject: Order 81');
    expect((await mailOf(last?.MessageId)).source).toContain('Subject: Order 82');
  });

  it.each([
    ['no body', { Subject: 'x' }],
    ['no subject', { Text: 'x' }],
    ['an open tag', { Subject: 'x', Text: '{{ name' }],
    ['a part that is too long', { Subject: 'x', Text: 'x'.repeat(300_001) }],
  ])('is refused with %s', async (_what, TemplateContent) => {
    const failure = await sesFailure(send({ TemplateContent, TemplateData: '{}' }));
    expect(failure).toMatchObject({ name: 'BadRequestException', status: 400 });
    expect(failure.message).toContain('TemplateContent');
  });

  it('is refused with a variable that the data lacks', async () => {
    const failure = await sesFailure(send({ TemplateContent: CONTENT, TemplateData: '{"order": 1}' }));
    expect(failure).toMatchObject({ name: 'BadRequestException', message: expect.stringContaining('name') });
  });
});
