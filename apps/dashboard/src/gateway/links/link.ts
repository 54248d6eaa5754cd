import type { Subschema } from '@graphql-tools/delegate';
import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import type { AppName } from '../../app-names.js';
import type { GatewayContext } from '../../upstreams/app-call.js';

/** Arguments that the operation gives a link. */
export type LinkArguments = Readonly<Record<string, unknown>>;

/** A link that is being followed from one object. */
export interface Following {
  /** The object that has the link, with what the link {@link Link.needs} of it. */
  parent: Readonly<Record<string, unknown>>;
  args: LinkArguments;
  context: GatewayContext;
  info: GraphQLResolveInfo;
  /** The app that the link leads to. */
  target: Subschema;
}

/** A field that the gateway adds to a type of an app, or to one of its own, and that a root field of an app answers. */
export interface Link {
  /** The type that has the field. */
  on: string;
  name: string;
  /** The arguments and the type, as the schema has them. */
  signature: string;
  description: string;
  /** The app that answers it, and the root field of it that does, by the name there. */
  app: AppName;
  field: string;
  /** The argument of the root field that takes what the link is followed by. */
  argument: string;
  /** A selection of the fields that it is followed by; none on a type of the gateway. */
  needs?: string;
  /** How many root fields it is to follow the link from so many objects. */
  rootFields: (objects: number) => number;
  follow: (following: Following) => unknown;
}

/** The prefix of names under which links read what they need, so that names of the operation are in nobody's way. */
export const OWN = '_link_';

/** The keys of a hundred objects are one root field. */
export const MAX_KEYS = 100;

/** Texts that an object has in a field or in a list of texts; none if it has something else. */
export function textsIn(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((one): one is string => typeof one === 'string' && one !== '');
}

/** Lists what keeps links from fitting the schemas of the apps; empty if they do. */
export function linkFaultsOf(links: readonly Link[], schemas: Readonly<Record<AppName, GraphQLSchema>>): string[] {
  return links.flatMap(({ on, name, app, field, argument }) => {
    const taken = Object.values(schemas).some((schema) => {
      const type = schema.getType(on);
      return type && 'getFields' in type && type.getFields()[name] !== undefined;
    });
    const root = schemas[app].getQueryType()?.getFields()[field];
    return [
      ...(taken ? [`an app has the field ${on}.${name}, which is a link`] : []),
      ...(root?.args.some((one) => one.name === argument)
        ? []
        : [`${app} has no ${field}(${argument}), which answers ${on}.${name}`]),
    ];
  });
}
