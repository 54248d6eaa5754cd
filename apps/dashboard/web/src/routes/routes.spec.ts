import { describe, expect, it } from 'vitest';
import { browserOf } from './account/security/sessions.tsx';
import { sessionOf } from '#web/shell/gate.tsx';
import { batchesOf, rowsOf } from './sending/audience/import-rows.ts';
import { clicksIn } from './sending/campaign/clicks.ts';
import { meaningIn } from './sending/message/diagnosis.ts';
import { mayBeSentAgain } from './sending/message/resend.tsx';
import { blockedIn, variablesFor } from './sending/send/suppressed.ts';
import { changeOf, periodOf } from './sending/reports/periods.ts';
import { withTimes } from './sending/messages/times.ts';
import { emailInput, type EmailValues } from './sending/send/inputs.ts';
import { segmentsOf } from './sending/send/segments.ts';
import { stateOf as keyState } from './setup/keys/keys.tsx';
import { stateOf as endpointState } from './setup/webhooks/state.ts';
import { doneOf } from './start/start.tsx';

describe('sending', () => {
  const values: EmailValues = {
    source: ' a@shop.test ',
    to: 'b@b.test, c@c.test',
    kind: 'html',
    subject: 'Hi',
    text: 'not this',
    html: '<p>Hi</p>',
    templateId: 'tpl_1',
    data: 'name: Ana',
    sendAt: '',
    tags: 'order: 10',
  };

  it('takes the fields of the kind of content that was chosen', () => {
    expect(emailInput(values, undefined)).toEqual({
      source: 'a@shop.test',
      destination: { toAddresses: ['b@b.test', 'c@c.test'] },
      message: { subject: { data: 'Hi' }, body: { html: { data: '<p>Hi</p>' } } },
      tags: { order: '10' },
    });
    const { message, templateId, templateData } = emailInput({ ...values, kind: 'template' }, undefined);
    expect({ message, templateId, templateData }).toEqual({ templateId: 'tpl_1', templateData: { name: 'Ana' } });
  });

  it('counts the segments of a text as carriers do', () => {
    expect(segmentsOf('')).toBe(0);
    expect(segmentsOf('a'.repeat(160))).toBe(1);
    expect(segmentsOf('a'.repeat(161))).toBe(2);
    expect(segmentsOf('€'.repeat(81))).toBe(2);
    expect(segmentsOf('ã'.repeat(70))).toBe(1);
    expect(segmentsOf('ã'.repeat(71))).toBe(2);
  });
});

describe('pasted contacts', () => {
  it('are read in any order of columns, with the line that each was on', () => {
    expect(rowsOf('E-mail;Name\nana@a.test;Ana Souza;+55 11 91234-5678\n\n"Bruno"\tb@b.test')).toEqual([
      { line: 2, email: 'ana@a.test', phone: '+55 11 91234-5678', name: 'Ana Souza' },
      { line: 4, email: 'b@b.test', phone: undefined, name: 'Bruno' },
    ]);
  });

  it('reads the columns that a CSV file names, with quotes around commas', () => {
    const text = '\uFEFFCidade,Nome,Telefone,Email\r\nSão Paulo,"Souza, ""Ana""",,ana@a.test\r\n';
    expect(rowsOf(text)).toEqual([{ line: 2, email: 'ana@a.test', phone: undefined, name: 'Souza, "Ana"' }]);
  });

  it('sends rows in parts, and leaves none out', () => {
    expect(batchesOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(batchesOf([], 2)).toEqual([]);
  });
});

describe('a recipient', () => {
  it('is asked for with nine others at once, and told if nothing is sent to them', () => {
    expect(variablesFor(['a@a.test'])).toMatchObject({ a0: 'a@a.test', has0: true, a1: '', has1: false });
    const entry = { __typename: 'Suppression' as const, id: '1', address: 'a@a.test', reason: 'bounce', topicId: null };
    const ofTopic = { ...entry, address: 'b@b.test', topicId: 'top_1' };
    expect(blockedIn({ s0: entry, s1: ofTopic, s2: null })).toEqual(['a@a.test']);
    expect(blockedIn(undefined)).toEqual([]);
  });

  it('is not reached for a reason that the code of a mail server tells, by its subject where the detail is unknown', () => {
    const texts = { '1.1': 'no mailbox', '1': 'refused', '7.20': 'signature' };
    const codes = ['5.1.1', '5.1.99', '5.7.21', '5.9.9', '550', undefined];
    expect(codes.map((code) => meaningIn(texts, code))).toEqual([
      'no mailbox',
      'refused',
      'signature',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('counts once for each link that they follow', () => {
    const clicked = (link: string) => ({ type: 'clicked', detail: { Link: link } });
    const messages = [
      { events: [clicked('a'), clicked('a'), { type: 'opened', detail: null }] },
      { events: [clicked('b'), clicked('a')] },
    ];
    expect(clicksIn(messages)).toEqual([
      { link: 'a', clicks: 3, people: 2 },
      { link: 'b', clicks: 1, people: 1 },
    ]);
  });

  it('gets a message once more only when the first is no longer on its way', () => {
    const statuses = ['queued', 'sending', 'bounced', 'delivered'];
    expect(statuses.map((status) => mayBeSentAgain({ status }))).toEqual([false, false, true, true]);
  });
});

describe('periods of reports', () => {
  it('end with the present hour, and follow the period before without a gap', () => {
    expect(periodOf('day', Date.parse('2026-11-27T10:20:00Z'))).toEqual({
      before: '2026-11-25T11:00:00.000Z',
      from: '2026-11-26T11:00:00.000Z',
      to: '2026-11-27T11:00:00.000Z',
      interval: 'hour',
    });
  });

  it('have no change where there was nothing before', () => {
    expect(changeOf(5, 0)).toBeNull();
    expect(changeOf(5, 4)).toBe(0.25);
  });
});

describe('filters of messages', () => {
  it('have whole days of the reader, and leave out what is no date', () => {
    const { from, to } = withTimes({ from: '2026-11-01', to: '2026-11-01' });
    expect(Date.parse(to!) - Date.parse(from!)).toBe(86_400_000);
    expect(withTimes({ q: 'ana', from: 'soon' })).toEqual({ q: 'ana' });
  });
});

describe('states', () => {
  it('of a key', () => {
    const now = Date.parse('2026-11-27T00:00:00Z');
    expect(keyState({ revokedAt: '2026-01-01T00:00:00Z', expiresAt: null }, now)).toBe('revoked');
    expect(keyState({ revokedAt: null, expiresAt: '2026-11-27T00:00:00Z' }, now)).toBe('expired');
    expect(keyState({ revokedAt: null, expiresAt: '2026-11-28T00:00:00Z' }, now)).toBe('active');
  });

  it('of an endpoint', () => {
    expect(endpointState({ active: false, disabledAt: '2026-01-01T00:00:00Z' })).toBe('disabled');
    expect(endpointState({ active: false })).toBe('paused');
    expect(endpointState({ active: true, failingSince: '2026-01-01T00:00:00Z' })).toBe('failing');
    expect(endpointState({ active: true })).toBe('active');
  });

  it('of the first steps, none while a part is away', () => {
    expect(doneOf(undefined)).toEqual({ mail: false, key: false, domain: false, invite: false });
    expect(
      doneOf({
        apiKeys: null,
        messages: { edges: [{ node: { id: 'm', status: 'sent', to: 'a' } }] },
        sendingDomains: { edges: [{ node: { id: 'd', name: 'a.test', status: 'pending' } }] },
        tenantMembers: { edges: [{ node: { userId: 'u' } }] },
        tenantInvitations: [{ id: 'i' }],
      }),
    ).toEqual({ mail: true, key: false, domain: false, invite: true });
  });
});

describe('the session', () => {
  const tenant = {
    id: 't1',
    name: 'A',
    plan: 'free',
    products: [],
    role: 'member',
    status: 'suspended',
    deletesAt: null,
  };
  const other = { ...tenant, id: 't2', status: 'active', role: 'owner' };
  const me = {
    userId: 'u',
    name: '',
    email: 'a@a.test',
    emailVerified: true,
    timeZone: null,
    chosenLanguage: null,
    operator: false,
    tenants: [tenant, other],
  };

  it('is at the account that was chosen, else at one that works', () => {
    expect(sessionOf({ me, consoleMe: null }, 't1')?.tenant.id).toBe('t1');
    expect(sessionOf({ me, consoleMe: null }, 'gone')).toMatchObject({
      tenant: { id: 't2' },
      admin: true,
      support: false,
    });
    expect(sessionOf({ me: { ...me, tenants: [] }, consoleMe: null }, '')).toBeNull();
  });

  it('of an operator without an account is at none, and that of anybody else is none', () => {
    const alone = { ...me, tenants: [] };
    expect(sessionOf({ me: alone, consoleMe: { operator: true, support: null } }, '')).toMatchObject({
      operator: true,
      tenant: { id: '' },
    });
    expect(sessionOf({ me: alone, consoleMe: { operator: false, support: null } }, '')).toBeNull();
  });

  it('of support is at the account that it looks at', () => {
    const consoleMe = { operator: true, support: { tenantId: 't9' } };
    expect(
      sessionOf({ me: null, consoleMe }, 't1', { tenantId: 't1', tenantName: 'Shop', endsAt: '2026-11-28T00:00:00Z' }),
    ).toMatchObject({
      tenant: { id: 't9', name: 'Shop' },
      support: true,
      admin: false,
    });
  });
});

describe('a browser', () => {
  it('is told in short', () => {
    const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
    expect(browserOf(chrome)).toBe('Chrome 140 · Windows');
    expect(browserOf('curl/8.5')).toBe('curl/8.5');
    expect(browserOf(null)).toBeUndefined();
  });
});
