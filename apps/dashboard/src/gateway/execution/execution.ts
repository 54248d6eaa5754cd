import { Injectable } from '@nestjs/common';
import { execute, GraphQLError, OperationTypeNode, type ExecutionArgs, type ExecutionResult } from 'graphql';
import { logger } from '#libs/core/observability';
import { operationOf, type Asked } from '../documents/root-fields.js';
import type { GatewayContext } from '../../upstreams/app-call.js';
import { AppUnavailable } from '../../app-unavailable.js';
import { AnswerTooLarge } from '../../upstreams/answer-too-large.js';
import { Upstreams } from '../../upstreams/upstreams.js';
import { GatewaySchema } from './gateway-schema.js';
import { unanswered } from './unanswered.js';

/** The context of an operation; instead of it, the error because of which no app can be asked. */
export type OperationContext = GatewayContext | GraphQLError;

/** Runs valid operations: by one app as they are, or by the merged schema. A part without an answer is null, the rest is whole. */
@Injectable()
export class Execution {
  constructor(
    private readonly gateway: GatewaySchema,
    private readonly upstreams: Upstreams,
  ) {}

  async run(args: ExecutionArgs): Promise<ExecutionResult> {
    const context = args.contextValue as OperationContext;
    if (context instanceof GraphQLError) return unanswered(asked(args), context);
    const plan = this.gateway.planner.planOf(args.document);
    if (plan.kind === 'merged') return execute(args);
    const call = {
      query: plan.query,
      variables: args.variableValues ?? undefined,
      operationName: args.operationName ?? undefined,
      isMutation: operationOf(args)?.operation === OperationTypeNode.MUTATION,
    };
    try {
      return (await this.upstreams.run(plan.app, call, context)) as ExecutionResult;
    } catch (error) {
      if (!(error instanceof AppUnavailable || error instanceof AnswerTooLarge)) throw error;
      logger.warn('an app did not answer the gateway', { name: plan.app, error: error.originalError ?? error });
      return unanswered(asked(args), error);
    }
  }
}

const asked = ({ document, operationName, variableValues }: ExecutionArgs): Asked => ({
  document,
  operationName,
  variables: variableValues ?? {},
});
