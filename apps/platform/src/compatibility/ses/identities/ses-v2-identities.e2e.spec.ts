import {
  CreateEmailIdentityCommand,
  DeleteEmailIdentityCommand,
  GetEmailIdentityCommand,
  ListEmailIdentitiesCommand,
  type SESv2Client,
} from '@aws-sdk/client-sesv2';
import { beforeAll, expect, it } from 'vitest';
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

it('domains are identities, added, listed in pages and removed', async () => {
  const EmailIdentity = `mail.${acme.slug}.example.com`;
  await ses.send(new CreateEmailIdentityCommand({ EmailIdentity }));
  expect(await ses.send(new GetEmailIdentityCommand({ EmailIdentity }))).toMatchObject({
    IdentityType: 'DOMAIN',
    VerifiedForSendingStatus: false,
    VerificationStatus: 'PENDING',
  });
  const first = await ses.send(new ListEmailIdentitiesCommand({ PageSize: 1 }));
  expect(first.EmailIdentities).toHaveLength(1);
  const second = await ses.send(new ListEmailIdentitiesCommand({ PageSize: 1, NextToken: first.NextToken }));
  expect([second.EmailIdentities?.length, second.NextToken]).toEqual([1, undefined]);
  const { EmailIdentities } = await ses.send(new ListEmailIdentitiesCommand({}));
  expect(EmailIdentities?.map(({ IdentityName }) => IdentityName).sort()).toEqual(
    [EmailIdentity, `${acme.slug}.test`].sort(),
  );
  await ses.send(new DeleteEmailIdentityCommand({ EmailIdentity }));
  expect((await sesFailure(ses.send(new GetEmailIdentityCommand({ EmailIdentity })))).name).toBe('NotFoundException');
});

it('domains of another account are neither seen nor removed', async () => {
  const other = await stack.createTenant();
  const { v2: rival } = await sesClients(stack, other);
  const EmailIdentity = `${acme.slug}.test`;
  expect((await sesFailure(rival.send(new GetEmailIdentityCommand({ EmailIdentity })))).name).toBe('NotFoundException');
  expect((await sesFailure(rival.send(new DeleteEmailIdentityCommand({ EmailIdentity })))).name).toBe(
    'NotFoundException',
  );
  const { EmailIdentities } = await rival.send(new ListEmailIdentitiesCommand({}));
  expect(EmailIdentities?.map(({ IdentityName }) => IdentityName)).toEqual([`${other.slug}.test`]);
  expect((await ses.send(new GetEmailIdentityCommand({ EmailIdentity }))).VerificationStatus).toBe('SUCCESS');
});

it('a token of a list that is changed is refused', async () => {
  const call = ses.send(new ListEmailIdentitiesCommand({ NextToken: 'other' }));
  expect(await sesFailure(call)).toMatchObject({ name: 'InvalidNextTokenException', status: 400 });
});
