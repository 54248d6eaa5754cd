import { readFileSync } from 'node:fs';
import * as openpgp from 'openpgp';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { cleartextMail, signedMail } from '../../../../libs/mail/pgp/test-support/signed-mail.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { createMailbox, createVerifiedDomain, newMessage } from '../../../../test/support/mail-fixtures.js';
import { mailStack, type MailTenant } from '../../../../test/support/mail-stack.js';
import type { MailDomain } from '../domains/mail-domain.entity.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MailboxGrant } from '../mailboxes/grants/mailbox-grant.entity.js';
import { MessageStore } from '../messages/store/message-store.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const SAMPLES = new URL('../../../../libs/mail/pgp/test-support/gpg-samples.json', import.meta.url);
const gpg = JSON.parse(readFileSync(SAMPLES, 'utf8')) as Record<
  'fingerprint' | 'publicKey' | 'part' | 'binarySignature' | 'cleartext',
  string
>;
const ANA = { name: 'Ana Lima', address: 'ana@sender.test' };

const stack = useStack(() => mailStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
let domain: MailDomain;
let sender: Awaited<ReturnType<MailTenant['member']>>;
let user: HttpClient;

beforeAll(async () => {
  domain = await createVerifiedDomain(stack, tenant.id, 'pgp.test');
  sender = await tenant.member('member');
  user = sender.client;
});
const inTenant = () => stack.app.get(Database, { strict: false });

async function mailbox(): Promise<Mailbox> {
  const made = await createMailbox(stack, domain, v7());
  const grant = { tenantId: tenant.id, mailboxId: made.id, userId: sender.userId, role: 'sender' as const };
  await inTenant().tenant(tenant.id, (tx) => tx.insert(MailboxGrant, grant));
  return made;
}

async function insert(box: Mailbox, raw: string, from = ANA): Promise<string> {
  const { hash, bytes } = await stack.app.get(Blobs, { strict: false }).write(tenant.id, [Buffer.from(raw)], 1e6);
  const store = stack.app.get(MessageStore, { strict: false });
  const message = newMessage(box, { blobHash: hash, bytes, from });
  return (await inTenant().tenant(tenant.id, (tx) => store.insert(tx, tenant.id, message))).id;
}

const addKey = (box: Mailbox, email = ANA.address, public_key = gpg.publicKey) =>
  user.post(`/mailboxes/${box.id}/pgp/keys`, { email, public_key, is_own: false });

async function verify(box: Mailbox, id: string) {
  const { status, body } = await user.post(`/mailboxes/${box.id}/messages/${id}/pgp-verify`);
  expect(status).toBe(200);
  return body;
}

const VERIFIED = { verified: true, signer_fingerprint: gpg.fingerprint };
const UNVERIFIED = { verified: false, signer_fingerprint: null };

describe('the keys of a mailbox', () => {
  it('are added with what the key says of itself, listed and removed', async () => {
    const box = await mailbox();
    const { status, body, headers } = await addKey(box, 'Ana@Sender.test');
    expect([status, body]).toMatchObject([
      201,
      {
        mailbox_id: box.id,
        email: ANA.address,
        fingerprint: gpg.fingerprint,
        uid: 'Ana Lima <ana@sender.test>',
        is_own: false,
        expires_at: null,
      },
    ]);
    expect(headers['location']).toBe(`/mailboxes/${box.id}/pgp/keys/${body.id}`);
    expect((await user.get(`/mailboxes/${box.id}/pgp/keys`)).body).toEqual({ keys: [body] });
    expect((await user.delete(`/mailboxes/${box.id}/pgp/keys/${body.id}`)).status).toBe(204);
    expect((await user.delete(`/mailboxes/${box.id}/pgp/keys/${body.id}`)).status).toBe(404);
    expect((await user.get(`/mailboxes/${box.id}/pgp/keys`)).body).toEqual({ keys: [] });
  });

  it('are each there once, also if two add one at once', async () => {
    const [box, other] = [await mailbox(), await mailbox()];
    const both = await Promise.all([addKey(box), addKey(box)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await addKey(other)).status).toBe(201);
  });

  it('are public keys that are in force', async () => {
    const box = await mailbox();
    const made = await openpgp.generateKey({
      type: 'ecc',
      userIDs: [{ email: 'x@x.test' }],
      date: new Date(Date.now() - 172_800_000),
      keyExpirationTime: 86_400,
    });
    const refused: [string, RegExp][] = [
      ['-----BEGIN PGP PUBLIC KEY BLOCK-----', /armored/],
      ['x', /armored/],
      [made.privateKey, /private/],
      [made.publicKey, /expired/],
      ['x'.repeat(100_001), /100000/],
    ];
    for (const [public_key, message] of refused) {
      const { status, body } = await addKey(box, ANA.address, public_key);
      expect([status, body.error]).toEqual([400, 'ValidationError']);
      expect(body.message + JSON.stringify(body)).toMatch(message);
    }
    expect((await addKey(box, 'none')).status).toBe(400);
    const unknown = { email: ANA.address, public_key: gpg.publicKey, fingerprint: 'F' };
    expect((await user.post(`/mailboxes/${box.id}/pgp/keys`, unknown)).status).toBe(400);
  });

  it('need a role in the mailbox, and no key of the API', async () => {
    const box = await mailbox();
    const rival = await (await stack.createTenant()).session();
    const clients = [stack.anonymous, await tenant.key('mail:admin'), rival, (await tenant.member('member')).client];
    const path = `/mailboxes/${box.id}/pgp/keys`;
    for (const call of [
      (client: HttpClient) => client.get(path),
      (client: HttpClient) => client.post(path, { email: ANA.address, public_key: gpg.publicKey }),
      (client: HttpClient) => client.delete(`${path}/${v7()}`),
      (client: HttpClient) => client.post(`/mailboxes/${box.id}/messages/${v7()}/pgp-verify`),
    ])
      expect((await Promise.all(clients.map(call))).map(({ status }) => status)).toEqual([401, 403, 404, 404]);
  });
});

describe('the signature of a message', () => {
  const raw = signedMail(gpg.part, gpg.binarySignature);

  it('is verified with the key of its sender', async () => {
    const box = await mailbox();
    const [mime, inline] = [await insert(box, raw), await insert(box, cleartextMail(gpg.cleartext))];
    expect(await verify(box, mime)).toEqual(UNVERIFIED);
    await addKey(box);
    expect([await verify(box, mime), await verify(box, inline)]).toEqual([VERIFIED, VERIFIED]);
    const changed = await insert(box, raw.replace('From here', 'From there'));
    expect(await verify(box, changed)).toEqual(UNVERIFIED);
  });

  it('by a key of another address, or of another mailbox, is none', async () => {
    const [box, other] = [await mailbox(), await mailbox()];
    await addKey(other);
    expect(await verify(box, await insert(box, raw))).toEqual(UNVERIFIED);
    await addKey(box, 'mallory@sender.test');
    expect(await verify(box, await insert(box, raw))).toEqual(UNVERIFIED);
    const { body } = await user.post(`/mailboxes/${other.id}/messages/${await insert(box, raw)}/pgp-verify`);
    expect(body.error).toBe('NotFound');
  });

  it('is not verified any more once its key is removed', async () => {
    const box = await mailbox();
    const [{ body }, id] = [await addKey(box), await insert(box, raw)];
    expect(await verify(box, id)).toEqual(VERIFIED);
    await user.delete(`/mailboxes/${box.id}/pgp/keys/${body.id}`);
    expect(await verify(box, id)).toEqual(UNVERIFIED);
  });

  it('of a message without one is none', async () => {
    const box = await mailbox();
    await addKey(box);
    expect(await verify(box, await insert(box, 'From: ana@sender.test\r\n\r\nHello\r\n'))).toEqual(UNVERIFIED);
  });
});
