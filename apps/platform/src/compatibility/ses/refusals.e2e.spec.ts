import {
  SendRawEmailCommand,
  SendTemplatedEmailCommand,
  type SESClient,
  TestRenderTemplateCommand,
} from '@aws-sdk/client-ses';
import {
  CreateEmailTemplateCommand,
  SendEmailCommand,
  type SESv2Client,
  TestRenderEmailTemplateCommand,
} from '@aws-sdk/client-sesv2';
import { beforeAll, describe, expect, it } from 'vitest';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { sesClients, sesFailure } from '../../../../../test/support/ses-clients.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));
const acme = usePrepared(() => stack.createTenant());
let v1: SESClient;
let v2: SESv2Client;

beforeAll(async () => {
  ({ v1, v2 } = await sesClients(stack, acme));
  const TemplateContent = { Subject: 'Order {{ id }}', Text: 'Hello.' };
  await v2.send(new CreateEmailTemplateCommand({ TemplateName: 'order', TemplateContent }));
});

const messageOf = async (call: Promise<unknown>): Promise<string> => (await sesFailure(call)).message;
const template = { TemplateName: 'order', TemplateData: '{}' };
const Destination = { ToAddresses: ['ana@example.test'] };
const raw = Buffer.from('no headers');

describe('what SES refuses is named by its fields', () => {
  it('in the second version', async () => {
    expect(await messageOf(v2.send(new TestRenderEmailTemplateCommand(template)))).toBe(
      'TemplateData.id is used by TemplateContent.Subject and missing',
    );
    const sent = new SendEmailCommand({ FromEmailAddress: acme.source, Destination, Content: { Raw: { Data: raw } } });
    expect(await messageOf(v2.send(sent))).toBe('Content.Raw.Data does not begin with headers');
  });

  it('in the first version', async () => {
    expect(await messageOf(v1.send(new TestRenderTemplateCommand(template)))).toBe(
      'TemplateData.id is used by SubjectPart and missing',
    );
    expect(await messageOf(v1.send(new SendRawEmailCommand({ RawMessage: { Data: raw } })))).toBe(
      'RawMessage.Data does not begin with headers',
    );
    expect(await messageOf(v1.send(new SendRawEmailCommand({ RawMessage: undefined })))).toBe(
      'RawMessage.Data is missing',
    );
    const unnamed = { Source: acme.source, Destination, Template: undefined, TemplateData: '{}' };
    expect(await messageOf(v1.send(new SendTemplatedEmailCommand(unnamed)))).toBe('Template is missing');
  });
});
