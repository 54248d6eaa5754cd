import {
  Kind,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
} from 'graphql';
import { linkOf } from '../links/links.js';
import { APPS, type AppName, type PerApp } from '../../app-names.js';
import { crmNameOf, mergedNameOf } from '../schema/crm-names.js';

/** The way to answer a document: one app answers it as it is, or the merged schema puts answers of apps together. */
export type Plan = { kind: 'one app'; app: AppName; query: string } | { kind: 'merged' };

/** Plans documents that are valid for the merged schema. A document that was planned is planned no more. */
export class Planner {
  readonly #info: TypeInfo;
  readonly #owners: ReadonlyMap<string, AppName>;
  readonly #plans = new WeakMap<DocumentNode, Plan>();

  constructor(
    private readonly schema: GraphQLSchema,
    schemas: PerApp<GraphQLSchema>,
  ) {
    this.#info = new TypeInfo(schema);
    this.#owners = ownersOf(schemas);
  }

  planOf(document: DocumentNode): Plan {
    const known = this.#plans.get(document);
    if (known) return known;
    const plan = this.#make(document);
    this.#plans.set(document, plan);
    return plan;
  }

  /** The app that has a root field of the gateway. */
  ownerOf(rootField: string): AppName | undefined {
    return this.#owners.get(rootField);
  }

  #make(document: DocumentNode): Plan {
    const apps = new Set<AppName>();
    let needsMerging = false;
    visit(
      document,
      visitWithTypeInfo(this.#info, {
        Field: ({ name: { value } }) => {
          const parent = this.#info.getParentType();
          if (value === '__schema' || value === '__type' || linkOf(parent?.name, value)) needsMerging = true;
          const owner = this.#isRoot(parent) ? this.#owners.get(value) : undefined;
          if (owner) apps.add(owner);
        },
      }),
    );
    const [app] = apps;
    if (needsMerging || apps.size !== 1 || !app) return { kind: 'merged' };
    return { kind: 'one app', app, query: print(app === 'crm' ? this.#withOwnNames(document) : document) };
  }

  /** The document with the root fields as the CRM calls them. Renames on leave, so that the types stay those of the gateway. */
  #withOwnNames(document: DocumentNode): DocumentNode {
    return visit(
      document,
      visitWithTypeInfo(this.#info, {
        Field: {
          leave: (node): FieldNode | undefined => {
            const own = this.#isRoot(this.#info.getParentType()) ? crmNameOf(node.name.value) : node.name.value;
            if (own === node.name.value) return undefined;
            return { ...node, alias: node.alias ?? node.name, name: { kind: Kind.NAME, value: own } };
          },
        },
      }),
    );
  }

  #isRoot(type: unknown): boolean {
    return type !== undefined && (type === this.schema.getQueryType() || type === this.schema.getMutationType());
  }
}

function ownersOf(schemas: PerApp<GraphQLSchema>): Map<string, AppName> {
  const owners = new Map<string, AppName>();
  for (const app of APPS)
    for (const type of [schemas[app].getQueryType(), schemas[app].getMutationType()])
      for (const name of Object.keys(type?.getFields() ?? {}))
        owners.set(app === 'crm' ? mergedNameOf(name) : name, app);
  return owners;
}
