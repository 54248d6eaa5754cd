import { printType, type GraphQLSchema } from 'graphql';
import { APPS, type AppName, type PerApp } from '../../app-names.js';
import { mergedNameOf } from './crm-names.js';

/** Lists the names that two apps give to different things; empty if the schemas fit together. */
export function clashesOf(schemas: PerApp<GraphQLSchema>): string[] {
  return [...rootFieldClashes(schemas), ...typeClashes(schemas)];
}

function rootFieldClashes(schemas: PerApp<GraphQLSchema>): string[] {
  const owners = new Map<string, AppName>();
  const clashes: string[] = [];
  for (const app of APPS)
    for (const name of rootFieldsOf(schemas[app])) {
      const merged = app === 'crm' ? mergedNameOf(name) : name;
      const owner = owners.get(merged);
      if (owner) clashes.push(`${owner} and ${app} both have the root field ${merged}`);
      else owners.set(merged, app);
    }
  return clashes;
}

const rootFieldsOf = (schema: GraphQLSchema): string[] =>
  [schema.getQueryType(), schema.getMutationType()].flatMap((type) => Object.keys(type?.getFields() ?? {}));

function typeClashes(schemas: PerApp<GraphQLSchema>): string[] {
  const known = new Map<string, { app: AppName; text: string }>();
  const clashes: string[] = [];
  for (const app of APPS)
    for (const type of Object.values(schemas[app].getTypeMap())) {
      if (type.name.startsWith('__') || isRoot(type.name)) continue;
      const text = printType(type);
      const first = known.get(type.name);
      if (!first) known.set(type.name, { app, text });
      else if (first.text !== text) clashes.push(`${first.app} and ${app} have different types ${type.name}`);
    }
  return clashes;
}

const isRoot = (name: string): boolean => name === 'Query' || name === 'Mutation';
