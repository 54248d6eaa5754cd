import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { GraphQLError, Kind, visit, type DocumentNode } from 'graphql';
import {
  createHandler,
  type Handler,
  type OperationArgs,
  type RequestParams,
  type Response as HandlerResponse,
} from 'graphql-http';
import { DashboardConfig } from '../config.js';
import { Credentials } from './credentials.js';
import { limitDocument } from './documents/document-limits.js';
import { Documents } from './documents/documents.js';
import { PersistedDocuments } from './documents/persisted-documents.js';
import { Execution, type OperationContext } from './execution/execution.js';
import { GatewaySchema } from './execution/gateway-schema.js';
import { gatewayError } from './gateway-error.js';

interface Exchange {
  request: Request;
  response: Response;
}

/** Answers requests of GraphQL over HTTP: its library knows the protocol, this class the documents, the session and the limits. */
@Injectable()
export class GraphqlHandler {
  readonly #handle: Handler<Request, Exchange>;

  constructor(
    private readonly config: DashboardConfig,
    private readonly gateway: GatewaySchema,
    private readonly documents: Documents,
    private readonly persisted: PersistedDocuments,
    private readonly credentials: Credentials,
    execution: Execution,
  ) {
    this.#handle = createHandler<Request, Exchange>({
      parseRequestParams: ({ raw }) => this.#paramsOf(raw),
      onSubscribe: ({ context }, params) => this.#prepare(context, params),
      execute: (args) => execution.run(args),
      formatError: gatewayError,
    });
  }

  answer(request: Request, response: Response): Promise<HandlerResponse> {
    return this.#handle({
      method: request.method,
      url: request.originalUrl,
      headers: request.headers,
      body: () => request.body as Record<string, unknown>,
      raw: request,
      context: { request, response },
    });
  }

  /** Puts the text of a persisted document where the library looks for it. */
  async #paramsOf(request: Request): Promise<RequestParams | void> {
    const body = request.body as Record<string, unknown> | undefined;
    const id = body?.['documentId'];
    if (!body || Array.isArray(body) || id === undefined) return this.#allowText(request);
    if (typeof id !== 'string') throw new Error('documentId must be a text');
    const query = await this.persisted.find(id);
    if (query === undefined) throw codedError('PersistedDocumentNotFound', 'No recent build has this document.');
    return { ...paramsIn(body), query };
  }

  /** In production the cookie runs the documents of the page alone: a script that gets into it can ask nothing else. */
  #allowText(request: Request): void {
    if (!this.config.isProduction || request.headers.authorization !== undefined) return;
    throw codedError('PersistedDocumentRequired', 'Send the documentId of a document of the dashboard.');
  }

  async #prepare(
    { request, response }: Exchange,
    { query, operationName, variables }: RequestParams,
  ): Promise<OperationArgs<undefined> | readonly GraphQLError[]> {
    const read = this.documents.read(query);
    if ('errors' in read) return read.errors;
    const { document } = read;
    const contextValue = await this.credentials.contextOf(request, response);
    try {
      const { schema, planner } = this.gateway;
      const ownerOf = (name: string) => planner.ownerOf(name);
      limitDocument({ schema, document, operationName, variables: variables ?? {}, ownerOf });
      if (readsSchema(document)) await this.#allowIntrospection(contextValue);
    } catch (error) {
      return [gatewayError(error as Error)];
    }
    return {
      schema: this.gateway.schema,
      document,
      operationName,
      variableValues: variables,
      contextValue: contextValue as never,
    };
  }

  async #allowIntrospection(context: OperationContext): Promise<void> {
    if (this.config.isProduction) throw codedError('GRAPHQL_VALIDATION_FAILED', 'The schema is not told here.');
    await this.credentials.verify(context);
  }
}

function paramsIn({ operationName, variables, extensions }: Record<string, unknown>): Omit<RequestParams, 'query'> {
  if (variables !== undefined && (typeof variables !== 'object' || Array.isArray(variables)))
    throw new Error('variables must be an object');
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string')
    throw new Error('operationName must be a text');
  return {
    operationName: operationName ?? undefined,
    variables: (variables as Record<string, unknown> | null | undefined) ?? undefined,
    extensions: extensions as Record<string, unknown> | undefined,
  };
}

const codedError = (code: string, message: string): GraphQLError => new GraphQLError(message, { extensions: { code } });

/** `__typename` tells nothing about the schema that the query does not. */
function readsSchema(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    [Kind.FIELD]: {
      enter({ name: { value } }) {
        if (value === '__schema' || value === '__type') found = true;
      },
    },
  });
  return found;
}
