// Reads the operations of the page from its `*.graphql` files, checks them against the schema, and gives each the id it is sent by.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  getNamedType,
  isObjectType,
  Kind,
  parse,
  print,
  separateOperations,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** @typedef {{ name: string, id: string, text: string, kind: 'query' | 'mutation' }} Operation */

export function readSchema(root) {
  const text = readFileSync(join(root, 'apps/dashboard/schema.graphql'), 'utf8');
  return buildSchema(text, { assumeValidSDL: true });
}

/** Paths of all files of operations below a folder. */
export function filesOfOperations(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.graphql'))
    .map((file) => join(folder, file))
    .sort();
}

/**
 * Parses a file, and adds what the cache needs: `__typename` in every selection, and `id` where the type has one.
 * Throws with the file's name if the schema does not know what it asks for.
 */
export function readDocument(schema, file) {
  const document = withKeys(schema, parse(readFileSync(file, 'utf8')));
  const errors = validate(schema, document);
  if (errors.length) throw new Error(`${file}\n${errors.map(({ message }) => `  ${message}`).join('\n')}`);
  return document;
}

/** The operations of a document, each with the fragments that it uses. */
export function operationsOf(document) {
  return Object.entries(separateOperations(document)).map(([name, own]) => {
    if (!name) throw new Error('An operation has no name.');
    const text = print(own);
    const { operation } = own.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
    return { name, text, kind: operation, id: createHash('sha256').update(text).digest('hex') };
  });
}

/** Names of the object types in a document that have no field `id`, by which the cache could tell their objects apart. */
export function typesWithoutId(schema, document) {
  const names = new Set();
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Field() {
        const type = getNamedType(info.getType());
        if (isObjectType(type) && !type.getFields().id) names.add(type.name);
      },
    }),
  );
  return names;
}

function withKeys(schema, document) {
  const info = new TypeInfo(schema);
  return visit(
    document,
    visitWithTypeInfo(info, {
      SelectionSet: {
        leave(node, _key, parent) {
          if (parent?.kind === Kind.OPERATION_DEFINITION) return undefined;
          const type = info.getParentType();
          const added = ['__typename', ...(isObjectType(type) && type.getFields().id ? ['id'] : [])];
          const missing = added.filter(
            (name) => !node.selections.some((field) => field.name?.value === name && !field.alias),
          );
          return { ...node, selections: [...missing.map(fieldNamed), ...node.selections] };
        },
      },
    }),
  );
}

function fieldNamed(name) {
  return { kind: Kind.FIELD, name: { kind: Kind.NAME, value: name } };
}
