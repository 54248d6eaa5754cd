import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AppEventDefinition } from './app-event-definition.js';
import { APP_EVENT_CATALOGUE } from './catalogue.js';
import { PayloadChecks } from './payload-checks.js';

const checks = new PayloadChecks(APP_EVENT_CATALOGUE);
const TYPES: readonly string[] = APP_EVENT_CATALOGUE.map(({ type }) => type);

/**
 * The version of each schema, and its hash. With another schema the version goes up, and it must accept what the version before
 * it accepts: older apps still send that during a deployment.
 */
const VERSIONS: Record<string, [version: number, hash: string]> = {
  'crm.consent.changed': [1, '724764c0605c'],
  'crm.contact.erased': [1, '8db59c277a81'],
  'crm.contact.promoted': [1, 'd41595b0cf72'],
  'crm.contacts.changed': [1, 'f5fe05d69bde'],
  'crm.erasure.requested': [1, 'b2c10de7b69e'],
  'crm.list.joined': [1, '859f9e34ef7d'],
  'crm.messages.requested': [1, '19edf31b912e'],
  'crm.segment.list-ended': [1, '5b335f67a1d4'],
  'crm.segment.members-changed': [1, '2294b704bb53'],
  'identity.tenant.deleted': [1, '8747d7be9810'],
  'mail.domain.verified': [1, '69c0cf7e2466'],
  'pages.lead.announced': [1, '74747bf0fa49'],
  'pages.lead.answered': [1, 'f6f16dbefe64'],
  'pages.lead.captured': [1, 'b0c5a6a993e3'],
  'pages.lead.confirmed': [1, '092dd18d1105'],
  'pages.lead.email-checked': [1, '57d18c8ae7d6'],
  'pages.lead.retracted': [1, '88b17bb092b0'],
  'pages.visits.reported': [1, 'be9ff1fd9035'],
  'platform.domain.receiving': [1, '50216f4cbc58'],
  'platform.domain.verified': [1, '69c0cf7e2466'],
  'platform.lead-mail.settled': [1, '02e85874a7c7'],
  'platform.messages.reported': [1, '5ec42c208a62'],
  'platform.recipients.changed': [1, '436a639da95f'],
  'platform.webhook.disabled': [1, '5d8e3582a9a8'],
  'tenant.removed': [1, 'd18db4d7852a'],
};

/** For each event a field of its example with a wrong value, undefined to leave it out, and the fault. */
const WRONG: Record<string, [field: string, value: unknown, fault: string]> = {
  'crm.consent.changed': ['notices.0.suppressed', 'yes', 'notices[0].suppressed must be boolean'],
  'crm.contact.erased': ['emails', null, 'emails must be array'],
  'crm.contact.promoted': ['contactId', '', 'contactId must NOT have fewer than 1 characters'],
  'crm.contacts.changed': [
    'changes.0.kind',
    'ana@a.test',
    'changes[0].kind must be equal to one of the allowed values',
  ],
  'crm.erasure.requested': ['requestId', undefined, 'requestId is missing'],
  'crm.list.joined': ['members.0.email', null, 'members[0].email must be string'],
  'crm.messages.requested': ['messages.0.address', 1, 'messages[0].address must be string'],
  'crm.segment.list-ended': ['segmentId', undefined, 'segmentId is missing'],
  'crm.segment.members-changed': ['members.0.email', 1, 'members[0].email must be string,null'],
  'identity.tenant.deleted': ['removalId', 7, 'removalId must be string'],
  'mail.domain.verified': ['ownershipToken', undefined, 'ownershipToken is missing'],
  'pages.lead.announced': ['mail.replyTo', 7, 'mail.replyTo must be string,null'],
  'pages.lead.answered': ['data.fields.0.value', 1, 'data.fields[0].value must be string'],
  'pages.lead.captured': [
    'consent.confirmation.askedAt',
    'ana@a.test',
    'consent.confirmation.askedAt must match pattern',
  ],
  'pages.lead.confirmed': ['confirmedAt', '28/08/2026', 'confirmedAt must match pattern'],
  'pages.lead.email-checked': ['emailStatus', 'good', 'emailStatus must be equal to one of the allowed values'],
  'pages.lead.retracted': ['leadId', null, 'leadId must be string'],
  'pages.visits.reported': ['visits.0.count', 'x', 'visits[0].count must be integer'],
  'platform.domain.receiving': ['receiving', 'yes', 'receiving must be boolean'],
  'platform.domain.verified': ['name', ['a'], 'name must be string'],
  'platform.lead-mail.settled': ['fault', 'ana@a.test', 'fault must be equal to one of the allowed values'],
  'platform.messages.reported': ['reports.0.address', 7, 'reports[0].address must be string'],
  'platform.recipients.changed': ['notices.0.occurredAt', undefined, 'notices[0].occurredAt is missing'],
  'platform.webhook.disabled': ['host', 1, 'host must be string'],
  'tenant.removed': ['rows.ana@a', 'x', 'rows.* must be integer'],
};

const hashOf = ({ schema }: AppEventDefinition): string =>
  createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 12);

describe('the catalogue of events', () => {
  it('has each event once, with a wrong payload and a version here', () => {
    expect(new Set(TYPES).size).toBe(TYPES.length);
    expect(Object.keys(WRONG).sort()).toEqual(TYPES.toSorted());
    expect(Object.fromEntries(APP_EVENT_CATALOGUE.map((one) => [one.type, [one.version, hashOf(one)]]))).toEqual(
      VERSIONS,
    );
  });

  it('has every event that a file of it declares', async () => {
    const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('-events.ts'));
    expect(files.length).toBeGreaterThan(5);
    const modules = await Promise.all(
      files.map(
        (file) => import(/* @vite-ignore */ join(import.meta.dirname, file)) as Promise<Record<string, unknown>>,
      ),
    );
    const declared = modules
      .flatMap((module) => Object.values(module))
      .flatMap((value) => (typeof value === 'object' && value !== null && 'schema' in value ? [value] : []));
    expect(new Set(declared)).toEqual(new Set(APP_EVENT_CATALOGUE));
  });

  it.each(TYPES)('accepts the example of %s, also with fields that a newer app adds', (type) => {
    const { example } = APP_EVENT_CATALOGUE.find((one) => one.type === type)!;
    expect(checks.faultOf(type, example)).toBeUndefined();
    expect(checks.faultOf(type, withMore(structuredClone(example)))).toBeUndefined();
  });

  it.each(TYPES)('refuses a wrong %s, and names the field without its value', (type) => {
    const { example } = APP_EVENT_CATALOGUE.find((one) => one.type === type)!;
    const [field, value, fault] = WRONG[type]!;
    const payload = withField(example, field.split('.'), value);
    expect(checks.faultOf(type, payload)).toContain(`payload.${fault}`);
    expect(checks.faultOf(type, payload)).not.toContain('ana@');
    expect(checks.faultOf(type, null)).toBe('payload must be object');
  });

  it('judges no type that it does not have', () => {
    expect(() => checks.faultOf('crm.contact.unheard', {})).toThrow('is not in the catalogue');
  });

  it('checks an event of 500 changes in few milliseconds', () => {
    const change = { kind: 'updated', contactId: 'cnt_0000000000000001', fields: ['nome', 'email'] };
    const payload = { changes: Array.from({ length: 500 }, () => change) };
    checks.faultOf('crm.contacts.changed', payload);
    const times = Array.from({ length: 20 }, () => {
      const start = performance.now();
      expect(checks.faultOf('crm.contacts.changed', payload)).toBeUndefined();
      return performance.now() - start;
    });
    expect(Math.min(...times)).toBeLessThan(5);
    payload.changes.push(change);
    expect(checks.faultOf('crm.contacts.changed', payload)).toBe('payload.changes must NOT have more than 500 items');
  });
});

/** Adds a field to every object but to maps of numbers. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.entries(value).map(([name, one]) => [name, withMore(one)]);
  const isCounts = Object.values(value).every((one) => typeof one === 'number');
  return { ...Object.fromEntries(inner), ...(!isCounts && { addedLater: { by: 'a newer app' } }) };
}

/** A copy with another value in a field. */
function withField(whole: unknown, [name, ...inner]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(whole))
    return whole.map((one, index) => (String(index) === name ? withField(one, inner, value) : one));
  const fields = whole as Record<string, unknown>;
  return { ...fields, [name]: withField(fields[name], inner, value) };
}
