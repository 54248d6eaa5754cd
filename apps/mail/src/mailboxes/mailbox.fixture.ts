import { v7 } from 'uuid';
import type { HttpClient } from '../../../../test/support/http-client.js';
import type { MailStack, MailTenant } from '../../../../test/support/mail-stack.js';

/** Adds a domain with its organisation to a tenant; returns their ids. */
export async function insertDomain(
  stack: MailStack,
  tenant: MailTenant,
  name = `${tenant.slug}.test`,
  { verified = false } = {},
): Promise<{ id: string; organisationId: string; name: string }> {
  const [id, organisationId] = [v7(), v7()];
  await stack.sql('insert into organisation (tenant_id, id, name) values ($1, $2, $3)', [
    tenant.id,
    organisationId,
    name,
  ]);
  await stack.sql(
    `insert into mail_domain (tenant_id, id, organisation_id, name, ownership_token, verified_at)
     values ($1, $2, $3, $4, 'x', case when $5 then now() end)`,
    [tenant.id, id, organisationId, name, verified],
  );
  return { id, organisationId, name };
}

/** Makes a mailbox by the API; returns the answer's body. */
export async function createMailbox(client: HttpClient, domainId: string, local_part: string) {
  const { status, body, text } = await client.post(`/domains/${domainId}/mailboxes`, { local_part });
  if (status !== 201) throw new Error(`The mailbox was not made: ${status} ${text}`);
  return body;
}
