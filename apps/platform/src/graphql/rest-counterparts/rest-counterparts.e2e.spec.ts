import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Access, AccessRegistry } from '#libs/core/auth';
import { graphqlData } from '../../../../../test/support/graphql.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { SENDS } from '../../plans/sends.js';
import { TENANT_DEMAND } from '../../tenants/tenant-of-path.guard.js';
import type { Counterparts } from './counterpart.js';
import { OF_ACCOUNTS } from './of-accounts.js';
import { OF_MESSAGES } from './of-messages.js';
import { OF_OPERATORS } from './of-operators.js';
import { OF_PEOPLE } from './of-people.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const COUNTERPARTS: Counterparts = { ...OF_ACCOUNTS, ...OF_MESSAGES, ...OF_OPERATORS, ...OF_PEOPLE };

const ROOT_FIELD = /^(Query|Mutation)\./;

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));
let registry: AccessRegistry;
let routes: Record<string, Access | undefined>;
let fields: Set<string>;

beforeAll(async () => {
  registry = stack.app.get(AccessRegistry, { strict: false });
  routes = registry.routes();
  const session = await (await stack.createTenant()).session('member');
  const schema = buildClientSchema((await graphqlData(session, getIntrospectionQuery())) as IntrospectionQuery);
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type));
  fields = new Set(types.flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`)));
});
const counterpartsOf = (route: string): readonly string[] => {
  const counterpart = COUNTERPARTS[route];
  return !counterpart || 'reason' in counterpart ? [] : counterpart;
};

/** Access of a route by a session; GraphQL takes no key. */
const ofSessions = (access: Access | undefined) => (access?.kind === 'key or session' ? access.session : access);

describe('the routes of REST and the fields of GraphQL', () => {
  it('exist, and a route without a field says why', () => {
    for (const [route, counterpart] of Object.entries(COUNTERPARTS)) {
      expect(routes[route], route).toBeDefined();
      if ('reason' in counterpart) expect(counterpart.reason, route).toMatch(/\w+ .*\.$/);
      // A field of a type alone shows a part of what its root field answers.
      else expect(counterpart.filter((field) => ROOT_FIELD.test(field)).length, route).toBeGreaterThan(0);
      for (const field of counterpartsOf(route)) expect(fields.has(field), `${route}: ${field}`).toBe(true);
    }
  });

  it('are all here: every route of sessions, and every field', () => {
    const ofRest = Object.keys(routes).filter((route) => /^[A-Z]+ \/api\//.test(route));
    expect(ofRest.filter((route) => !(route in COUNTERPARTS))).toEqual([]);
    const named = new Set(Object.keys(COUNTERPARTS).flatMap(counterpartsOf));
    expect([...fields].filter((field) => ROOT_FIELD.test(field) && !named.has(field))).toEqual([]);
  });

  it('ask the same of a session, and a route that changes nothing is no mutation', () => {
    for (const route of Object.keys(COUNTERPARTS)) {
      for (const field of counterpartsOf(route).filter((one) => ROOT_FIELD.test(one))) {
        expect(routes[field], `${route}: ${field}`).toEqual(ofSessions(routes[route]));
        expect(field.startsWith('Query.'), `${route}: ${field}`).toBe(route.startsWith('GET '));
      }
    }
  });

  it.each([
    ['ask the same of the user in the tenant that they name, and of the tenant', TENANT_DEMAND],
    ['count against the same limit of the plan', SENDS],
  ])('%s', (_what, key) => {
    const declared = registry.declarations(key);
    for (const route of Object.keys(COUNTERPARTS)) {
      for (const field of counterpartsOf(route).filter((one) => ROOT_FIELD.test(one)))
        expect(declared[field], `${route}: ${field}`).toEqual(declared[route]);
    }
    expect(Object.values(declared)).toContainEqual(expect.anything());
  });
});
