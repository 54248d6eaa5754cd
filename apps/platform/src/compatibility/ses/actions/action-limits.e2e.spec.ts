import {
  GetSendQuotaCommand,
  ListIdentitiesCommand,
  SendBulkTemplatedEmailCommand,
  SendEmailCommand,
  SendRawEmailCommand,
  SendTemplatedEmailCommand,
  VerifyDomainIdentityCommand,
} from '@aws-sdk/client-ses';
import { describe, expect, it } from 'vitest';
import { tenantWithoutCalls } from '../../../../../../test/support/limited-tenants.js';
import { platformStack } from '../../../../../../test/support/platform-stack.js';
import { sesClients, sesFailure } from '../../../../../../test/support/ses-clients.js';
import { useStack } from '../../../../../../test/support/use-stack.js';
import { classOfAction } from '../received-form.js';
import { AccountActions } from './account-actions.js';
import { EmailActions } from './email-actions.js';
import { IdentityActions } from './identity-actions.js';
import type { SesActions } from './ses-action.js';
import { TemplateActions } from './template-actions.js';

const stack = useStack(platformStack);

const Destination = { ToAddresses: ['ana@example.test'] };
const Message = { Subject: { Data: 'a' }, Body: { Text: { Data: 'a' } } };
const template = { Template: 'a', TemplateData: '{}' };

describe('the limits of a plan', () => {
  it('are those of sending for actions that send', async () => {
    const tenant = await tenantWithoutCalls(stack);
    const { v1 } = await sesClients(stack, tenant);
    const { source: Source } = tenant;
    const calls = [
      () => v1.send(new SendEmailCommand({ Source, Destination, Message })),
      () => v1.send(new SendRawEmailCommand({ RawMessage: { Data: Buffer.from('a') } })),
      () => v1.send(new SendTemplatedEmailCommand({ Source, Destination, ...template })),
      () =>
        v1.send(
          new SendBulkTemplatedEmailCommand({
            Source,
            Destinations: [{ Destination }],
            Template: 'a',
            DefaultTemplateData: '{}',
          }),
        ),
    ];
    for (const call of calls) expect((await sesFailure(call())).name).toBe('Throttling');
    // A second action in the form is the one that is done.
    const twice = new SendEmailCommand({ Source, Destination, Message });
    twice.middlewareStack.add(
      (next) => (args) => {
        const request = args.request as { body: string; headers: Record<string, string> };
        request.body = `Action=GetSendQuota&${request.body}`;
        request.headers['content-length'] = String(Buffer.byteLength(request.body));
        return next(args);
      },
      { step: 'build', priority: 'low' },
    );
    expect((await sesFailure(v1.send(twice))).name).toBe('Throttling');
  });

  it('are not those of sending for others', async () => {
    const tenant = await tenantWithoutCalls(stack);
    const { v1 } = await sesClients(stack, tenant);
    expect((await v1.send(new GetSendQuotaCommand({}))).MaxSendRate).toBe(2);
    const Domain = `${tenant.slug}.example.com`;
    await v1.send(new VerifyDomainIdentityCommand({ Domain }));
    const silent = (await sesClients(stack, await tenantWithoutCalls(stack, 'read'))).v1;
    expect((await sesFailure(silent.send(new ListIdentitiesCommand({})))).name).toBe('Throttling');
    await silent.send(new VerifyDomainIdentityCommand({ Domain: `other.${Domain}` }));
  });

  it('follow the scope that an action needs', () => {
    const actions = [AccountActions, EmailActions, IdentityActions, TemplateActions].flatMap((one) =>
      Object.entries(stack.app.get<{ actions: SesActions }>(one, { strict: false }).actions),
    );
    const kinds = actions.map(([name, { scope }]) => [name, scope.split(':')[1]]);
    expect(actions.map(([name]) => [name, classOfAction(name)])).toEqual(kinds);
  });
});
