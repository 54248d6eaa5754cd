import {
  CreateTemplateCommand,
  DeleteIdentityCommand,
  DeleteTemplateCommand,
  GetAccountSendingEnabledCommand,
  GetIdentityDkimAttributesCommand,
  GetIdentityVerificationAttributesCommand,
  GetSendStatisticsCommand,
  GetTemplateCommand,
  ListIdentitiesCommand,
  ListReceiptFiltersCommand,
  ListTemplatesCommand,
  SendBulkTemplatedEmailCommand,
  SendEmailCommand,
  type SESClient,
  TestRenderTemplateCommand,
  UpdateTemplateCommand,
  VerifyDomainDkimCommand,
  VerifyDomainIdentityCommand,
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

const TEMPLATE = { TemplateName: 'any', SubjectPart: 'a', TextPart: 'a' };

describe('identities of the first version', () => {
  it('are domains: added, proven, listed and removed', async () => {
    const tenant = await stack.createTenant();
    const { v1 } = await sesClients(stack, tenant);
    const Domain = `Mail.${tenant.slug}.example.com`;
    const { VerificationToken } = await v1.send(new VerifyDomainIdentityCommand({ Domain }));
    expect(VerificationToken).toMatch(/^service-verification=/);
    // Asked again, it is the same.
    expect((await v1.send(new VerifyDomainIdentityCommand({ Domain }))).VerificationToken).toBe(VerificationToken);
    const { DkimTokens } = await v1.send(new VerifyDomainDkimCommand({ Domain }));
    expect(DkimTokens?.length).toBeGreaterThan(0);
    const proven = `${tenant.slug}.test`;
    const Identities = [Domain, proven, 'unknown.example.com'];
    expect(
      (await v1.send(new GetIdentityVerificationAttributesCommand({ Identities }))).VerificationAttributes,
    ).toMatchObject({
      [Domain]: { VerificationStatus: 'Pending', VerificationToken },
      [proven]: { VerificationStatus: 'Success' },
    });
    const { DkimAttributes } = await v1.send(new GetIdentityDkimAttributesCommand({ Identities }));
    expect(Object.keys(DkimAttributes ?? {}).sort()).toEqual([Domain, proven].sort());
    expect(DkimAttributes?.[Domain]).toEqual({ DkimEnabled: true, DkimVerificationStatus: 'Pending', DkimTokens });
    const name = Domain.toLowerCase();
    expect((await v1.send(new ListIdentitiesCommand({}))).Identities?.sort()).toEqual([name, proven].sort());
    expect((await v1.send(new ListIdentitiesCommand({ IdentityType: 'EmailAddress' }))).Identities).toEqual([]);
    const first = await v1.send(new ListIdentitiesCommand({ IdentityType: 'Domain', MaxItems: 1 }));
    const second = await v1.send(new ListIdentitiesCommand({ MaxItems: 1, NextToken: first.NextToken }));
    expect([...(first.Identities ?? []), ...(second.Identities ?? [])].sort()).toEqual([name, proven].sort());
    await v1.send(new DeleteIdentityCommand({ Identity: Domain }));
    await v1.send(new DeleteIdentityCommand({ Identity: Domain }));
    expect((await v1.send(new ListIdentitiesCommand({}))).Identities).toEqual([proven]);
  });

  it('of another account are neither seen nor removed', async () => {
    const Identity = `${acme.slug}.test`;
    const { v1: rival } = await sesClients(stack, await stack.createTenant());
    await rival.send(new DeleteIdentityCommand({ Identity }));
    const asked = { Identities: [Identity] };
    expect(
      (await rival.send(new GetIdentityVerificationAttributesCommand(asked))).VerificationAttributes ?? {},
    ).toEqual({});
    expect((await rival.send(new GetIdentityDkimAttributesCommand(asked))).DkimAttributes ?? {}).toEqual({});
    expect((await rival.send(new ListIdentitiesCommand({}))).Identities).not.toContain(Identity);
    expect((await ses.send(new ListIdentitiesCommand({}))).Identities).toContain(Identity);
  });

  it.each([
    ['a name that is none', () => ses.send(new VerifyDomainIdentityCommand({ Domain: 'localhost' })), 'Domain'],
    ['NUL in a name', () => ses.send(new VerifyDomainDkimCommand({ Domain: 'a\0.example.com' })), 'Domain'],
    ['an address', () => ses.send(new VerifyDomainIdentityCommand({ Domain: 'a@example.com' })), 'Domain'],
    [
      'too many at once',
      () => ses.send(new GetIdentityDkimAttributesCommand({ Identities: Array(101).fill('a.example') })),
      'Identities',
    ],
    ['a page of none', () => ses.send(new ListIdentitiesCommand({ MaxItems: 0 })), 'MaxItems'],
    ['another token', () => ses.send(new ListIdentitiesCommand({ NextToken: 'other' })), 'NextToken'],
  ])('are refused with %s', async (_what, call, field) => {
    const failure = await sesFailure(call());
    expect(failure).toMatchObject({ name: 'InvalidParameterValue', status: 400 });
    expect(failure.message).toContain(field);
  });
});

describe('the account in the first version', () => {
  it('has its statistics', async () => {
    const tenant = await stack.createTenant();
    const { v1 } = await sesClients(stack, tenant);
    expect((await v1.send(new GetSendStatisticsCommand({}))).SendDataPoints ?? []).toEqual([]);
    const send = (to: string) =>
      v1.send(
        new SendEmailCommand({
          Source: tenant.source,
          Destination: { ToAddresses: [to] },
          Message: { Subject: { Data: 'a' }, Body: { Text: { Data: 'a' } } },
        }),
      );
    for (const to of ['one@example.test', 'two@example.test']) {
      const { MessageId = '' } = await send(to);
      await stack.mail.waitFor(({ source }) => source.includes(MessageId));
    }
    const attempts = async () => {
      const { SendDataPoints = [] } = await v1.send(new GetSendStatisticsCommand({}));
      return SendDataPoints.reduce((sum, { DeliveryAttempts = 0 }) => sum + DeliveryAttempts, 0);
    };
    await expect.poll(attempts).toBe(2);
    const { SendDataPoints = [] } = await v1.send(new GetSendStatisticsCommand({}));
    for (const { Timestamp, Bounces, Complaints, Rejects } of SendDataPoints) {
      expect([Bounces, Complaints, Rejects]).toEqual([0, 0, 0]);
      expect((Timestamp?.getTime() ?? 1) % 3_600_000).toBe(0);
    }
    const { v1: other } = await sesClients(stack, await stack.createTenant());
    expect((await other.send(new GetSendStatisticsCommand({}))).SendDataPoints ?? []).toEqual([]);
  });

  it('may send', async () => {
    expect((await ses.send(new GetAccountSendingEnabledCommand({}))).Enabled).toBe(true);
    const suspended = await stack.createTenant();
    const { v1 } = await sesClients(stack, suspended);
    await suspended.setStatus('suspended');
    expect((await sesFailure(v1.send(new GetAccountSendingEnabledCommand({})))).name).toBe(
      'AccountSendingPausedException',
    );
  });
});

describe('actions', () => {
  it('need their scopes', async () => {
    const { v1: sender } = await sesClients(stack, acme, 'emails:send');
    const { v1: reader } = await sesClients(stack, acme, 'domains:read', 'templates:read');
    const Domain = 'scoped.example.com';
    const refused = [
      sender.send(new ListIdentitiesCommand({})),
      sender.send(new GetIdentityVerificationAttributesCommand({ Identities: [] })),
      sender.send(new GetIdentityDkimAttributesCommand({ Identities: [] })),
      sender.send(new ListTemplatesCommand({})),
      sender.send(new GetSendStatisticsCommand({})),
      sender.send(new GetAccountSendingEnabledCommand({})),
      sender.send(new GetTemplateCommand({ TemplateName: 'any' })),
      reader.send(new VerifyDomainIdentityCommand({ Domain })),
      reader.send(new VerifyDomainDkimCommand({ Domain })),
      reader.send(new DeleteIdentityCommand({ Identity: `${acme.slug}.test` })),
      reader.send(new CreateTemplateCommand({ Template: TEMPLATE })),
      reader.send(new UpdateTemplateCommand({ Template: TEMPLATE })),
      reader.send(new DeleteTemplateCommand({ TemplateName: 'any' })),
      reader.send(new TestRenderTemplateCommand({ TemplateName: 'any', TemplateData: '{}' })),
      reader.send(
        new SendBulkTemplatedEmailCommand({
          Source: acme.source,
          Template: 'any',
          DefaultTemplateData: '{}',
          Destinations: [],
        }),
      ),
    ];
    for (const failure of await Promise.all(refused.map((call) => sesFailure(call))))
      expect(failure).toMatchObject({ name: 'AccessDenied', status: 403 });
    expect((await reader.send(new ListIdentitiesCommand({}))).Identities).toContain(`${acme.slug}.test`);
  });

  it('that are unknown, or missing, are named as SES does', async () => {
    const unknown = await sesFailure(ses.send(new ListReceiptFiltersCommand({})));
    expect(unknown).toMatchObject({ name: 'InvalidAction', status: 400, message: expect.stringContaining('Action') });
    const { v1: changed } = await sesClients(stack, acme);
    changed.middlewareStack.add(
      (next) => (args) => {
        (args.request as { body: string }).body = 'Version=2010-12-01';
        return next(args);
      },
      { step: 'build', priority: 'high', name: 'change' },
    );
    expect((await sesFailure(changed.send(new GetAccountSendingEnabledCommand({})))).name).toBe('MissingAction');
  });
});
