import type * as GraphqlLibrary from '@nestjs/graphql';

type Declaration = (graphql: typeof GraphqlLibrary) => void;

let library: typeof GraphqlLibrary | undefined;
const waiting: Declaration[] = [];

/**
 * Declares something to `@nestjs/graphql` as soon as the app loads it. An app without resolvers never does: the library
 * and what it imports would be a fifth of its start.
 */
function declare(declaration: Declaration): void {
  if (library) declaration(library);
  else waiting.push(declaration);
}

/** Makes the declarations of all classes that are loaded, and from now on those of further ones at once. */
export function declareArguments(graphql: typeof GraphqlLibrary): void {
  library = graphql;
  for (const declaration of waiting.splice(0)) declaration(graphql);
}

/** `@ArgsType()`: the class is also the arguments of a GraphQL field. */
export const Arguments = (): ClassDecorator => (target) => declare(({ ArgsType }) => ArgsType()(target));

export type ArgumentType = 'Int' | 'ID' | typeof String | typeof Boolean;

/** `@Field()`: the property is also a GraphQL argument. */
export function Argument(type: ArgumentType, options: GraphqlLibrary.FieldOptions): PropertyDecorator {
  return (prototype, key) =>
    declare((graphql) => {
      const typeOf = () => (typeof type === 'string' ? graphql[type] : type);
      graphql.Field(typeOf, options)(prototype, key);
    });
}
