import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { GraphqlHandler } from './graphql-handler.js';

/** The one GraphQL endpoint of the dashboard. */
@ApiTags('GraphQL')
@Controller()
export class GraphqlController {
  constructor(private readonly handler: GraphqlHandler) {}

  @Post('graphql')
  @Public()
  @Operation({
    summary: 'Run an operation over all apps',
    description:
      'The schemas of Platform, Mail, Pages and the CRM as one. Takes the cookie of the dashboard, or a bearer token. A part whose app does not answer is null, with an error of the code `ServiceUnavailable`.',
    success: { status: 200, contentType: 'application/graphql-response+json' },
    errors: [400, 403],
    anyQuery: true,
  })
  run(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#answer(request, response);
  }

  @Get('graphql')
  @Public()
  @Operation({
    summary: 'Run a query over all apps',
    description: 'The same for queries alone, with `query`, `operationName` and `variables` in the address.',
    success: { status: 200, contentType: 'application/graphql-response+json' },
    errors: [400, 403, 405],
    anyQuery: true,
  })
  read(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#answer(request, response);
  }

  async #answer(request: Request, response: Response): Promise<void> {
    const [body, { status, headers }] = await this.handler.answer(request, response);
    response.status(status);
    for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
    response.setHeader('Content-Length', Buffer.byteLength(body ?? ''));
    response.end(body);
  }
}
