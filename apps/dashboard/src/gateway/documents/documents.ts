import { Injectable } from '@nestjs/common';
import { GraphQLError, parse, validate, type DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { GatewaySchema } from '../execution/gateway-schema.js';

const MAX_TOKENS = 1_000;
/** Errors of one document that are told: each costs work, and a client mends one after the other. */
const MAX_ERRORS = 10;
const KEPT_DOCUMENTS = 1_000;
/** The text of a larger one is not kept: strangers may send many. */
const LONGEST_KEPT_TEXT = 8_192;

type Parsed = { document: DocumentNode } | { errors: readonly GraphQLError[] };

/** Documents that are parsed and valid for the merged schema. Those of the page are parsed once. */
@Injectable()
export class Documents {
  readonly #known = new LRUCache<string, { document: DocumentNode }>({ max: KEPT_DOCUMENTS });

  constructor(private readonly gateway: GatewaySchema) {}

  /** The document of a text, or what is wrong with it. */
  read(text: string): Parsed {
    const known = this.#known.get(text);
    if (known) return known;
    const parsed = this.#parse(text);
    if ('document' in parsed && text.length <= LONGEST_KEPT_TEXT) this.#known.set(text, parsed);
    return parsed;
  }

  #parse(text: string): Parsed {
    let document: DocumentNode;
    try {
      document = parse(text, { maxTokens: MAX_TOKENS, noLocation: true });
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return { errors: [withCode(error, 'GRAPHQL_PARSE_FAILED')] };
    }
    const errors = validate(this.gateway.schema, document, undefined, { maxErrors: MAX_ERRORS });
    return errors.length > 0
      ? { errors: errors.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED')) }
      : { document };
  }
}

/** A copy without the document, which the error would print and keep. */
const withCode = ({ message, locations }: GraphQLError, code: string): GraphQLError =>
  Object.assign(new GraphQLError(message, { extensions: { code } }), locations && { locations });
