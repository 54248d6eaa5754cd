import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { METRICS } from '#web/routes/console/alerts/metrics.ts';
import { SCOPES } from '#web/routes/setup/keys/scopes.ts';
import { EVENT_TYPES, EVENTS_OF } from '#web/routes/setup/webhooks/events.ts';
import { CHANGES } from './invalidations.ts';
import { PAGED } from './paged.ts';

const text = readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8');
const schema = buildSchema(text, { assumeValidSDL: true });
const fieldsOf = (type: GraphQLObjectType | null | undefined) => type?.getFields() ?? {};
const queries = fieldsOf(schema.getQueryType());
const mutations = fieldsOf(schema.getMutationType());

const formats = readFileSync(new URL('../../../../platform/src/webhook-formats/words.ts', import.meta.url), 'utf8');
const scopes = readFileSync(new URL('../../../../identity/src/api-keys/scopes.ts', import.meta.url), 'utf8');

describe('what the page knows of the schema', () => {
  it('names mutations that exist, and fields that they change', () => {
    expect(Object.keys(CHANGES).filter((name) => !mutations[name])).toEqual([]);
    expect(
      Object.values(CHANGES)
        .flat()
        .filter((name) => !queries[name]),
    ).toEqual([]);
  });

  it('joins the pages of connections alone', () => {
    expect(PAGED.filter((name) => !String(queries[name]?.type).endsWith('Connection'))).toEqual([]);
  });

  it('offers the types of events that there are', () => {
    const { eventType } = fieldsOf(schema.getType('WebhookDelivery') as GraphQLObjectType);
    expect(eventType?.description?.split(' | ')).toEqual([...EVENT_TYPES]);
  });

  it.each(['ses', 'postmark', 'resend'] as const)('offers the events that the format %s has words for', (format) => {
    const row = new RegExp(String.raw`^  '([a-z.]+)': \{.*\b${format}: '`, 'gm');
    expect([...formats.matchAll(row)].map(([, type]) => type)).toEqual([...EVENTS_OF[format]]);
  });

  it('offers the scopes that keys may have', () => {
    expect([...scopes.matchAll(/^  '([a-z]+:[a-z]+)':/gm)].map(([, scope]) => scope)).toEqual([...SCOPES]);
  });

  it('offers the figures that rules of operators may look at', () => {
    const { metric } = fieldsOf(schema.getType('PlatformAlert') as GraphQLObjectType);
    expect(metric?.description?.split(' | ')).toEqual([...METRICS]);
  });
});
