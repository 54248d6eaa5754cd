import { Subschema } from '@graphql-tools/delegate';
import type { Executor, IResolvers } from '@graphql-tools/utils';
import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import { perApp, type PerApp } from '../../app-names.js';
import type { GatewayContext } from '../../upstreams/app-call.js';
import { CONTACT_LINKS } from './contact-links.js';
import type { Link, LinkArguments } from './link.js';
import { MEMBER_LINKS } from './member-links.js';
import { SEARCH_ALL_SDL, SEARCH_LINKS, startSearch } from './search-all.js';

/** All fields that the gateway has beyond those of the apps, and that apps answer. */
export const LINKS: readonly Link[] = [...CONTACT_LINKS, ...MEMBER_LINKS, ...SEARCH_LINKS];

const BY_FIELD = new Map(LINKS.map((link) => [`${link.on}.${link.name}`, link]));

/** The link that a field of the merged schema is, if it is one. */
export const linkOf = (type: string | undefined, field: string): Link | undefined => BY_FIELD.get(`${type}.${field}`);

/** Fields that the links add to the types of the apps, as SDL. */
export const LINKS_SDL = [
  SEARCH_ALL_SDL,
  ...LINKS.map(
    ({ on, name, signature, description }) => `extend type ${on} { """${description}""" ${name}${signature} }`,
  ),
].join('\n');

/** The resolvers of the links. Calls of links are not put together with others: an app limits each call in its values. */
export function linkResolvers(schemas: PerApp<GraphQLSchema>, executors: PerApp<Executor>): IResolvers {
  const targets = perApp((app) => new Subschema({ schema: schemas[app], executor: executors[app] }));
  const resolvers: Record<string, Record<string, unknown>> = { Query: { searchAll: startSearch } };
  for (const link of LINKS) {
    const resolve = (
      parent: Record<string, unknown>,
      args: LinkArguments,
      context: GatewayContext,
      info: GraphQLResolveInfo,
    ): unknown => link.follow({ parent, args, context, info, target: targets[link.app] });
    const selectionSet = link.needs;
    (resolvers[link.on] ??= {})[link.name] = selectionSet === undefined ? resolve : { selectionSet, resolve };
  }
  return resolvers as IResolvers;
}
