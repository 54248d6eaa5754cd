import { getNamedType, isObjectType, type GraphQLField, type GraphQLObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { ordersOf, schemaOf } from '../support/list-orders.js';

const BY_IDENTITY = 'Identity keeps the list, and pages it itself';
const TWO_LOGS = 'The logs of Platform and identity, merged page by page';

const OF_ONE = 'Belongs to one item, and is found for all items of a list in one statement';

const BY_NAME = 'An address book: by name, and searched by a part of it';

/** Lists that are read in one order, and why; with `Type.field` as a name. */
const IN_ONE_ORDER: Record<string, Record<string, string>> = {
  platform: {
    'Query.apiKeys': BY_IDENTITY,
    'Query.auditEntries': TWO_LOGS,
    'Query.consoleTenants': BY_IDENTITY,
    'Query.platformAuditEntries': TWO_LOGS,
    'Query.tenantDeletions': BY_IDENTITY,
    'Query.tenantMembers': BY_IDENTITY,
  },
  crm: {
    'Company.contacts': OF_ONE,
    'Company.people': OF_ONE,
    'ContactImport.errors': OF_ONE,
    'CrmContact.activities': OF_ONE,
    'CrmContact.consentHistory': OF_ONE,
    'CrmContact.visits': OF_ONE,
  },
  pages: {
    'Page.versions': OF_ONE,
  },
  mail: {
    'Query.mailboxContacts': BY_NAME,
  },
};

/** Lists that are not counted, and why. */
const NOT_COUNTED: Record<string, Record<string, string>> = {
  platform: {
    ApiKeyConnection: BY_IDENTITY,
    AuditEntryConnection: TWO_LOGS,
    ConsoleTenantConnection: BY_IDENTITY,
    TenantDeletionConnection: BY_IDENTITY,
    TenantMemberConnection: BY_IDENTITY,
  },
  crm: {
    ActivityConnection: 'The field activityCount counts it',
    CompanyPersonConnection: OF_ONE,
    ConsentChangeConnection: OF_ONE,
    ContactImportErrorConnection: OF_ONE,
    VisitConnection: OF_ONE,
  },
  pages: {
    VersionConnection: OF_ONE,
  },
  mail: {
    MailboxContactConnection: BY_NAME,
  },
};

interface Listed {
  name: string;
  field: GraphQLField<unknown, unknown>;
  connection: GraphQLObjectType;
}

/** The fields of an app's schema that answer a connection. */
function connectionsOf(app: string): Listed[] {
  const types = Object.values(schemaOf(app).getTypeMap()).filter(isObjectType);
  return types.flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) => {
      const connection = getNamedType(field.type);
      const isConnection = isObjectType(connection) && connection.name.endsWith('Connection');
      return isConnection ? [{ name: `${type.name}.${field.name}`, field, connection }] : [];
    }),
  );
}

describe.each(Object.keys(IN_ONE_ORDER))('the lists of %s', (app) => {
  const lists = connectionsOf(app);

  it('are there', () => expect(lists.length).toBeGreaterThan(5));

  it('have orders, or are known to have one', () => {
    const inOne = lists.filter(({ field }) => ordersOf(field).length < 2).map(({ name }) => name);
    expect(inOne.sort()).toEqual(Object.keys(IN_ONE_ORDER[app]!).sort());
  });

  it('have each order in both directions', () => {
    const others = { newest: 'oldest', oldest: 'newest' };
    for (const { name, field } of lists) {
      const orders = ordersOf(field);
      const reversed = orders.map(
        (order) => others[order as 'newest'] ?? (order.endsWith('Reversed') ? order.slice(0, -8) : `${order}Reversed`),
      );
      expect(reversed.sort(), name).toEqual(orders.toSorted());
    }
  });

  it('are counted, or known not to be', () => {
    const isCounted = ({ connection }: Listed) =>
      ['count', 'countAtLeast'].every((field) => field in connection.getFields());
    const uncounted = new Set(lists.filter((list) => !isCounted(list)).map(({ connection }) => connection.name));
    expect([...uncounted].sort()).toEqual(Object.keys(NOT_COUNTED[app]!).sort());
  });
});
