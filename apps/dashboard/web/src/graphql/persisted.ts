import { gql, type TypedDocumentNode } from 'urql';

const IDS = new Map<string, string>();

/** Returns an operation as the cache needs it, and notes the id that it is sent by. */
export function persisted<Data, Variables extends object>(
  name: string,
  id: string,
  text: string,
): TypedDocumentNode<Data, Variables> {
  IDS.set(name, id);
  return gql<Data, Variables>(text);
}

/** The id of an operation that was loaded, by its name. */
export const documentId = (operationName: string): string | undefined => IDS.get(operationName);
