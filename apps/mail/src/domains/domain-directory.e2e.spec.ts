import { generateKeyPairSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { DKIM_KEY_PURPOSE } from '#libs/messaging/domains';
import { SecretBox } from '#libs/core/secrets';
import { DomainDirectory } from './domain-directory.js';
import { SigningKeys } from './signing-keys/signing-keys.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));
const acme = usePrepared(() => stack.createTenant());
let directory: DomainDirectory;
let keys: SigningKeys;

beforeAll(async () => {
  directory = stack.app.get(DomainDirectory, { strict: false });
  keys = stack.app.get(SigningKeys, { strict: false });
});
async function insertDomain(name: string, tenant = acme, verified = true): Promise<string> {
  const [organisation, id] = [uuidv7(), uuidv7()];
  await stack.sql(`insert into organisation (tenant_id, id, name) values ($1, $2, 'x')`, [tenant.id, organisation]);
  await stack.sql(
    `insert into mail_domain (tenant_id, id, organisation_id, name, ownership_token, verified_at)
     values ($1, $2, $3, $4, 'x', case when $5 then now() end)`,
    [tenant.id, id, organisation, name, verified],
  );
  return id;
}

async function insertKey(domainId: string, selector: string, active = true): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const sealed = stack.app.get(SecretBox, { strict: false }).seal(acme.id, DKIM_KEY_PURPOSE, pem);
  await stack.sql(
    `insert into dkim_signing_key (tenant_id, id, domain_id, selector, algorithm, private_key, public_key, active)
     values ($1, $2, $3, $4, 'ed25519', $5, '', $6)`,
    [acme.id, uuidv7(), domainId, selector, sealed, active],
  );
}

describe('finding a domain by its name', () => {
  it('finds the one that is verified, of whichever tenant, in any case', async () => {
    const rival = await stack.createTenant();
    await insertDomain('shared.test', acme, false);
    const id = await insertDomain('shared.test', rival);
    expect(await directory.findVerified('Shared.TEST')).toMatchObject({ id, tenantId: rival.id });
  });

  it('finds none that is unverified, removed or unknown', async () => {
    await insertDomain('pending.test', acme, false);
    const removed = await insertDomain('removed.test');
    await stack.sql(`update mail_domain set removed_at = now() where id = $1`, [removed]);
    for (const name of ['pending.test', 'removed.test', 'none.test'])
      expect(await directory.findVerified(name)).toBeNull();
  });

  it('finds the new state once the old one is forgotten', async () => {
    const id = await insertDomain('late.test', acme, false);
    expect(await directory.findVerified('late.test')).toBeNull();
    await stack.sql(`update mail_domain set verified_at = now() where id = $1`, [id]);
    directory.forget('late.test');
    expect(await directory.findVerified('late.test')).toMatchObject({ id });
  });
});

describe('the keys that sign for a domain', () => {
  it('are its active ones, kept in memory', async () => {
    const id = await insertDomain('signed.test');
    await insertKey(id, 'ed-one');
    await insertKey(id, 'ed-two', false);
    const first = await keys.of(acme.id, id);
    expect(first.map(({ domain, selector }) => [domain, selector])).toEqual([['signed.test', 'ed-one']]);
    keys.forget(acme.id, id);
    expect((await keys.of(acme.id, id))[0]).toBe(first[0]);
  });

  it('are none of an unverified domain, and none for another tenant', async () => {
    const id = await insertDomain('unsigned.test', acme, false);
    await insertKey(id, 'ed-one');
    expect(await keys.of(acme.id, id)).toEqual([]);
    const rival = await stack.createTenant();
    const verified = await insertDomain('mine.test');
    await insertKey(verified, 'ed-one');
    expect(await keys.of(rival.id, verified)).toEqual([]);
  });
});
