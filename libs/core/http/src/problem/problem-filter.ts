import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { type Logger } from '#libs/core/observability';
import type { Request, Response } from 'express';
import { type Envelope } from '../problem/envelope.js';
import { sendProblem } from '../request/respond.js';
import { stateOf } from '../request/request-state.js';
import { type Problem } from './problem.js';
import { toProblem } from './to-problem.js';

/** Makes every error an answer in the API's envelope, and logs the causes of those with status 5xx. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly envelope: Envelope,
    private readonly logger: Logger,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType<string>() !== 'http') throw toProblem(error);
    this.answer(error, host.switchToHttp().getRequest<Request>(), host.switchToHttp().getResponse<Response>());
  }

  answer(error: unknown, request: Request, response: Response): void {
    const problem = toProblem(error);
    this.#log(problem, error, request);
    sendProblem(this.envelope, problem, request, response);
  }

  #log(problem: Problem, error: unknown, request: Request): void {
    if (problem.status < 500) return;
    const level = problem.code === 'InternalError' ? 'error' : 'warn';
    this.logger.write(level, 'request failed', {
      requestId: stateOf(request).requestId,
      code: problem.code,
      status: problem.status,
      error: problem === error ? (problem.cause ?? problem) : error,
    });
  }
}
