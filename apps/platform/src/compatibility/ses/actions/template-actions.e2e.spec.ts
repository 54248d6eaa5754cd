import {
  CreateTemplateCommand,
  DeleteTemplateCommand,
  GetTemplateCommand,
  ListTemplatesCommand,
  SendBulkTemplatedEmailCommand,
  type SESClient,
  TestRenderTemplateCommand,
  UpdateTemplateCommand,
  type Template,
} from '@aws-sdk/client-ses';
import { beforeAll, describe, expect, it } from 'vitest';
import { platformStack } from '../../../../../../test/support/platform-stack.js';
import { sesClients, sesFailure } from '../../../../../../test/support/ses-clients.js';
import { usePrepared, useStack } from '../../../../../../test/support/use-stack.js';

/** The vendor's own package, with another address and a key of ours. */
const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());
let ses: SESClient;

beforeAll(async () => {
  ses = (await sesClients(stack, acme)).v1;
});

const TEMPLATE: Omit<Template, 'TemplateName'> = {
  SubjectPart: 'Order {{order}}',
  TextPart: 'To {{name}}.\r\n<&>',
  HtmlPart: '<p class="a">To {{name}}</p>',
};
const create = (TemplateName: string, changes: Partial<Template> = {}, by = ses) =>
  by.send(new CreateTemplateCommand({ Template: { ...TEMPLATE, TemplateName, ...changes } }));
const get = (TemplateName: string, by = ses) => by.send(new GetTemplateCommand({ TemplateName }));
const render = (TemplateName: string, TemplateData: string) =>
  ses.send(new TestRenderTemplateCommand({ TemplateName, TemplateData }));

describe('templates of the first version', () => {
  it('are made, read, changed and removed', async () => {
    await create('receipt');
    expect((await get('receipt')).Template).toEqual({ ...TEMPLATE, TemplateName: 'receipt' });
    const changed = { TemplateName: 'receipt', SubjectPart: 'Changed', TextPart: 'Changed' };
    await ses.send(new UpdateTemplateCommand({ Template: changed }));
    expect((await get('receipt')).Template).toEqual(changed);
    await ses.send(new DeleteTemplateCommand({ TemplateName: 'receipt' }));
    expect((await sesFailure(get('receipt'))).name).toMatch(/^TemplateDoesNotExist/);
    // As SES, which answers the same again.
    await ses.send(new DeleteTemplateCommand({ TemplateName: 'receipt' }));
  });

  it('are listed in pages', async () => {
    const { v1 } = await sesClients(stack, await stack.createTenant());
    for (const name of ['a', 'b', 'c']) await create(name, {}, v1);
    const first = await v1.send(new ListTemplatesCommand({ MaxItems: 2 }));
    expect(first.TemplatesMetadata?.map(({ Name }) => Name)).toEqual(['c', 'b']);
    expect(Date.now() - (first.TemplatesMetadata?.[0]?.CreatedTimestamp?.getTime() ?? 0)).toBeLessThan(600_000);
    const { NextToken } = first;
    const rest = await v1.send(new ListTemplatesCommand({ MaxItems: 1_000, NextToken }));
    expect(rest.TemplatesMetadata?.map(({ Name }) => Name)).toEqual(['a']);
    expect(rest.NextToken).toBeUndefined();
    expect((await sesFailure(ses.send(new ListTemplatesCommand({ NextToken })))).name).toBe('InvalidParameterValue');
  });

  it('are filled in as the message that they would be', async () => {
    await create('rendered');
    const { RenderedTemplate = '' } = await render('rendered', '{"order": 4711, "name": "Ana"}');
    expect(RenderedTemplate).toContain('Subject: Order 4711\r\n');
    expect(RenderedTemplate).toContain('To Ana.\r\n<&>');
    expect(RenderedTemplate).toContain('<p class="a">To Ana</p>');
  });

  it('have the errors that the client knows', async () => {
    await create('known');
    const cases = [
      [() => create('known'), 'AlreadyExists'],
      [() => create('two words'), 'InvalidParameterValue'],
      [() => create('a', { TextPart: '{% if a %}' }), 'InvalidTemplate'],
      [() => create('a', { HtmlPart: '{{#each items}}{{/each}}' }), 'InvalidTemplate'],
      [() => create('a', { TextPart: 'a\0b' }), 'InvalidParameterValue'],
      [() => create('a\0b'), 'InvalidParameterValue'],
      [() => render('none', '{}'), 'TemplateDoesNotExist'],
      [() => render('known', '{"order": 1}'), 'MissingRenderingAttribute'],
      [() => render('known', '{'), 'InvalidRenderingParameter'],
      [() => render('known', '{"order": 1, "name": "a\\u0000b"}'), 'InvalidRenderingParameter'],
      [
        () => ses.send(new UpdateTemplateCommand({ Template: { TemplateName: 'none', ...TEMPLATE } })),
        'TemplateDoesNotExist',
      ],
    ] as const;
    for (const [call, name] of cases) {
      const failure = await sesFailure(call());
      expect([failure.name.replace(/Exception$/, ''), failure.status], name).toEqual([name, 400]);
    }
    expect((await sesFailure(create('a', { TextPart: 'a\0b' }))).message).toContain('Template.TextPart');
  });

  it('take control characters that a text may have, and leave out in XML what it cannot', async () => {
    await create('controls', { TextPart: 'a\tb\nc\u0007d' });
    expect((await get('controls')).Template?.TextPart).toBe('a\tb\ncd');
    const { Templates } = (await (await acme.session()).get('/api/templates?q=controls')).body;
    expect(Templates[0].Text).toBe('a\tb\nc\u0007d');
  });

  it('are filled in for each destination of a bulk call', async () => {
    await create('bulk');
    const { Status } = await ses.send(
      new SendBulkTemplatedEmailCommand({
        Source: acme.source,
        Template: 'bulk',
        DefaultTemplateData: '{"name": "you", "order": 1}',
        DefaultTags: [{ Name: 'kind', Value: 'receipt' }],
        Destinations: [
          { Destination: { ToAddresses: ['one@example.test'] } },
          { Destination: { ToAddresses: ['nobody'] } },
          {
            Destination: { ToAddresses: ['two@example.test'] },
            ReplacementTags: [{ Name: 'to', Value: 'two' }],
            ReplacementTemplateData: '{"order": 12}',
          },
        ],
      }),
    );
    expect(Status?.map((one) => one.Status)).toEqual(['Success', 'InvalidParameterValue', 'Success']);
    expect(Status?.[1]?.Error).toContain('Destination.ToAddresses[0] must be an e-mail address');
    const mail = await stack.mail.waitFor(({ to }) => to.includes('two@example.test'));
    expect(mail.source).toContain('Subject: Order 12');
    const { Tags } = (await (await acme.key()).get(`/v1/emails/${Status?.[2]?.MessageId}`)).body.Message;
    expect(Tags).toEqual({ kind: 'receipt', to: 'two' });
    const unknown = await ses.send(
      new SendBulkTemplatedEmailCommand({
        Source: acme.source,
        Template: 'none',
        DefaultTemplateData: '{}',
        Destinations: [{ Destination: { ToAddresses: ['one@example.test'] } }],
      }),
    );
    expect(unknown.Status?.map((one) => one.Status)).toEqual(['TemplateDoesNotExist']);
  });
});
