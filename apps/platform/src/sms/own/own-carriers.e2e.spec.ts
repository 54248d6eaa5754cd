import { afterEach, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import {
  closeCentres,
  CREDENTIALS,
  LOOPBACK,
  partyWithSmpp,
  setSmpp,
  smpp,
  startCentre,
  textOf,
  type OwnParty,
} from '../../../../../test/support/own-carriers.js';
import { messageWithStatus } from '../../../../../test/support/message-status.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { createParty, number, sendText, setCountries } from '../../../../../test/support/texting.js';
import { SmsCredentials } from '../credentials/sms-credentials.service.js';
import { OwnCarriers } from './own-carriers.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: LOOPBACK, SMS_COUNTRIES: 'BR' } }));

// An installation without a carrier, that sends to one country.
afterEach(closeCentres);
async function sent({ live, session }: OwnParty, to = number()) {
  const { body } = await sendText(live, { To: [to] });
  return messageWithStatus(session, `/api/messages/${body.MessageId}`, 'sent');
}

describe('a carrier of an account', () => {
  it('sends where the installation has none, to countries that its list does not have, from a pending sender', async () => {
    const centre = await startCentre();
    const without = await createParty(stack);
    expect((await sendText(without.live)).status).toBe(404);
    const party = await partyWithSmpp(stack, centre);
    const to = number();
    await sent(party, to);
    expect(centre.texts()).toMatchObject([{ to: to.slice(1), from: party.value.slice(1) }]);
    expect((await party.session.get('/api/sms/countries')).body).toMatchObject({ Countries: null, Allowed: null });
    await setCountries(party.session, ['PT']);
    expect((await sendText(party.live)).status).toBe(422);
    expect((await sendText(party.live, { To: ['+19005550100'] })).status).toBe(422);
  });

  it('leaves test keys to the sandbox', async () => {
    const centre = await startCentre();
    const { tenant, session } = await partyWithSmpp(stack, centre);
    const { body } = await sendText(await tenant.key(), { To: ['+15005550100'] });
    await messageWithStatus(session, `/api/messages/${body.MessageId}`, 'delivered');
    expect(centre.submitted).toEqual([]);
  });

  it('is replaced for the texts that have not left, and used no more once it is removed', async () => {
    const THROTTLED = 0x58;
    const [busy, good] = [await startCentre({ onSubmit: () => ({ status: THROTTLED }) }), await startCentre()];
    const party = await partyWithSmpp(stack, busy);
    const { body } = await sendText(party.live);
    await messageWithStatus(party.session, `/api/messages/${body.MessageId}`, 'sending');
    const answer = await setSmpp(party.session, smpp(good));
    await stack.sql('update outbox set available_at = now(), due = true where tenant_id = $1', [party.tenant.id]);
    await messageWithStatus(party.session, `/api/messages/${body.MessageId}`, 'sent');
    const [shown] = (await party.session.get(CREDENTIALS)).body.Credentials;
    expect([shown.Id, shown.LastWorkedAt]).toEqual([answer.body.Credential.Id, expect.any(String)]);
    expect((await party.session.delete(`${CREDENTIALS}/${shown.Id}`)).status).toBe(204);
    expect((await party.session.delete(`${CREDENTIALS}/${shown.Id}`)).status).toBe(404);
    expect((await sendText(party.live)).status).toBe(404);
  });

  it('lets the link go when the credential is removed in another process', async () => {
    const centre = await startCentre();
    const party = await partyWithSmpp(stack, centre);
    await sent(party);
    const carriers = stack.app.get(OwnCarriers);
    await carriers.sweep();
    expect(centre.sessions.size).toBe(1);
    await stack.sql('delete from sms_credential where tenant_id = $1', [party.tenant.id]);
    await carriers.sweep();
    await waitUntil(() => centre.sessions.size === 0);
    expect(centre.commands.at(-1)).toBe('unbind');
  });

  it('is bound once for many texts, and texts that come in without a keyword are taken', async () => {
    const centre = await startCentre();
    const party = await partyWithSmpp(stack, centre);
    const { body } = await sendText(party.live, { To: Array.from({ length: 30 }, () => number()) });
    for (const id of body.MessageIds) await messageWithStatus(party.session, `/api/messages/${id}`, 'sent');
    // One bind is that of the check.
    expect(centre.binds).toHaveLength(2);
    expect((await centre.deliver(textOf(number(), party.value, 'Thank you'))).command_status).toBe(0);
  });
});

describe('the carriers that a process has opened', () => {
  it('are two hundred at most: the one used longest ago is closed first', async () => {
    const centre = await startCentre();
    const first = await partyWithSmpp(stack, centre);
    const second = await partyWithSmpp(stack, centre);
    const carriers = stack.app.get(OwnCarriers);
    const credentials = stack.app.get(SmsCredentials);
    await sent(first);
    await sent(second);
    await waitUntil(() => centre.sessions.size === 2);
    const row = await credentials.find(first.tenant.id);
    const filler = (n: number) => `acc_${String(n).padStart(16, '0')}` as const;
    const bind = { systemId: 'shop', password: 'x', systemType: '', secure: false };
    const ids: string[] = [];
    for (let n = 0; n < 199; n += 1) {
      const tenantId = filler(n);
      ids.push(tenantId);
      // Nothing listens there, and no text waits: each is only opened.
      carriers.open(await credentials.set(tenantId, { kind: 'smpp', host: '127.0.0.1', port: 9, ...bind }));
    }
    await waitUntil(() => centre.sessions.size === 1);
    expect(row && carriers.open(row).credentialId).toBe(row?.id);
    await waitUntil(() => centre.binds.length === 5);
    for (const id of ids) carriers.forget(id as `acc_${string}`);
  });
});
