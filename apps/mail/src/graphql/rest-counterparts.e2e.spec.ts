import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Access, AccessRegistry } from '#libs/core/auth';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { graphqlData } from '../../../../test/support/graphql.js';
import { REST_COUNTERPARTS } from './rest-counterparts.fixture.js';
import { useStack } from '../../../../test/support/use-stack.js';

const ROOT_FIELD = /^(Query|Mutation)\./;

const stack = useStack(() => mailStack({ ROLE: 'api' }));
let routes: Record<string, Access | undefined>;
let fields: Set<string>;

beforeAll(async () => {
  routes = stack.app.get(AccessRegistry, { strict: false }).routes();
  const session = await (await stack.createTenant()).session('member');
  const types = Object.values(
    buildClientSchema((await graphqlData(session, getIntrospectionQuery())) as IntrospectionQuery).getTypeMap(),
  ).filter((type) => isObjectType(type));
  fields = new Set(types.flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`)));
});
const counterpartsOf = (route: string): readonly string[] => {
  const counterpart = REST_COUNTERPARTS[route];
  return !counterpart || 'reason' in counterpart ? [] : counterpart;
};

/** Returns the access that a route asks of a session; GraphQL takes no key. */
const ofSessions = (access: Access | undefined) => (access?.kind === 'key or session' ? access.session : access);

describe('the routes of REST and the fields of GraphQL', () => {
  it('are told for each route: a new one needs a line in rest-counterparts.fixture.ts', () => {
    const ofRest = Object.keys(routes).filter((route) => !ROOT_FIELD.test(route) && !/ \/internal\b/.test(route));
    expect(ofRest.sort()).toEqual(Object.keys(REST_COUNTERPARTS).sort());
  });

  it('exist, and a route without a field says why', () => {
    for (const [route, counterpart] of Object.entries(REST_COUNTERPARTS)) {
      if ('reason' in counterpart) expect(counterpart.reason, route).toMatch(/\w+ .*\.$/);
      else expect(counterpart.length, route).toBeGreaterThan(0);
      for (const field of counterpartsOf(route)) expect(fields.has(field), `${route}: ${field}`).toBe(true);
    }
  });

  it('ask the same of a session, and a route that changes nothing is no mutation', () => {
    for (const route of Object.keys(REST_COUNTERPARTS)) {
      for (const field of counterpartsOf(route).filter((one) => ROOT_FIELD.test(one))) {
        expect(routes[field], `${route}: ${field}`).toEqual(ofSessions(routes[route]));
        expect(field.startsWith('Query.'), `${route}: ${field}`).toBe(route.startsWith('GET '));
      }
    }
  });

  it('leave no root field without a route', () => {
    const told = new Set(Object.keys(REST_COUNTERPARTS).flatMap(counterpartsOf));
    const roots = [...fields].filter((field) => ROOT_FIELD.test(field));
    expect(roots.filter((field) => !told.has(field))).toEqual([]);
  });
});
