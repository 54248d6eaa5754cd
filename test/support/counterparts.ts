import type { INestApplication } from '@nestjs/common';
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Access, AccessRegistry } from '#libs/core/auth';
import { graphqlData } from './graphql.js';
import type { HttpClient } from './http-client.js';

/** Fields of GraphQL that do the same as a route of REST, as `Type.field`, or the reason why it has none. */
export type Counterpart = readonly string[] | { reason: string };

/** Counterparts of the routes of an app, each as `METHOD /path`. */
export type Counterparts = Readonly<Record<string, Counterpart>>;

interface CounterpartStack {
  app: Pick<INestApplication, 'get'>;
  createTenant(): Promise<{ session(role: 'member'): Promise<HttpClient> }>;
}

export interface CounterpartOptions {
  /** Routes that need a line; all but those between apps unless given. */
  told?: RegExp;
  /** Root fields that no route does the same as, as `Type.field`; why. */
  alone?: Readonly<Record<string, string>>;
  /** Keys of further metadata that a field declares as its route does; some route declares each. */
  declarations?: readonly symbol[];
}

const ROOT_FIELD = /^(Query|Mutation)\./;
const NOT_BETWEEN_APPS = /^[A-Z]+ (?!\/internal\b)/;

/** Root fields of a route. */
export const rootFieldsOf = (counterpart: Counterpart | undefined): readonly string[] =>
  fieldsOf(counterpart).filter((field) => ROOT_FIELD.test(field));

const fieldsOf = (counterpart: Counterpart | undefined): readonly string[] =>
  !counterpart || 'reason' in counterpart ? [] : counterpart;

/** Tells whether a counterpart names a field, or a reason that is a sentence. */
const saysWhy = (counterpart: Counterpart): boolean =>
  'reason' in counterpart ? /\w+ .*\.$/.test(counterpart.reason) : counterpart.length > 0;

/** Returns the access that a route asks of a session; GraphQL takes no key. */
const ofSessions = (access: Access | undefined) => (access?.kind === 'key or session' ? access.session : access);

/** Tests that each route of REST has a field of GraphQL or a reason, and each root field a route that asks for the same access. */
export function describeCounterparts(
  stack: CounterpartStack,
  counterparts: Counterparts,
  { told = NOT_BETWEEN_APPS, alone = {}, declarations = [] }: CounterpartOptions = {},
): void {
  const pairs = Object.entries(counterparts).flatMap(([route, counterpart]) =>
    rootFieldsOf(counterpart).map((field) => ({ route, field, pair: `${route}: ${field}` })),
  );

  describe('the routes of REST and the fields of GraphQL', () => {
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

    it('have a line for each route: a new one needs a line in the table of counterparts', () => {
      const ofRest = Object.keys(routes).filter((route) => !ROOT_FIELD.test(route) && told.test(route));
      expect(ofRest.filter((route) => !(route in counterparts))).toEqual([]);
      expect(Object.keys(counterparts).filter((route) => !(route in routes))).toEqual([]);
    });

    it('exist, and a route without a field says why', () => {
      const entries = Object.entries(counterparts);
      expect(entries.filter(([, one]) => !saysWhy(one)).map(([route]) => route)).toEqual([]);
      const missing = entries.flatMap(([route, one]) =>
        fieldsOf(one).flatMap((field) => (fields.has(field) ? [] : [`${route}: ${field}`])),
      );
      expect(missing).toEqual([]);
    });

    it('ask the same of a session, and a route that changes nothing is no mutation', () => {
      for (const { route, field, pair } of pairs) {
        expect(routes[field], pair).toEqual(ofSessions(routes[route]));
        expect(field.startsWith('Query.'), pair).toBe(route.startsWith('GET '));
      }
    });

    it('leave no root field without a route, or without saying why', () => {
      const named = new Set([...pairs.map(({ field }) => field), ...Object.keys(alone)]);
      for (const [field, reason] of Object.entries(alone)) {
        expect(fields, field).toContain(field);
        expect(reason).toMatch(/\w+ .*\.$/);
      }
      expect([...fields].filter((field) => ROOT_FIELD.test(field) && !named.has(field))).toEqual([]);
    });

    for (const key of declarations) {
      it(`declare the same ${key.description}`, () => {
        const declared = registry.declarations(key);
        for (const { route, field, pair } of pairs) expect(declared[field], pair).toEqual(declared[route]);
        expect(Object.values(declared)).toContainEqual(expect.anything());
      });
    }
  });
}
