import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { Operation, Problem } from '#libs/core/http';
import { LimitAddress } from '#libs/core/limits';
import { DashboardConfig } from '../config.js';
import { Credentials } from '../gateway/credentials.js';
import { AnswerBudget } from '../upstreams/app-call.js';
import { CallBudget } from '../upstreams/call-budget.js';
import { orUnavailable } from '../app-unavailable.js';
import { Upstreams } from '../upstreams/upstreams.js';
import { rejectForeignPages } from '../sign-in/foreign-pages.js';
import { Sessions } from '../sign-in/sessions.js';
import { FrameQuery, FrameRequest } from './frame.request.js';
import { FrameView } from './frame.view.js';
import { FrameStore } from './frame-store.js';
import { pageOfText, sendFrame } from './frame.js';

/** Texts that one address keeps in a minute: each is kept for ten. */
const FRAMES_PER_MINUTE = 240;

const MESSAGE = 'query ($id: ID!) { message(id: $id) { body { html text } } }';

/** HTML of strangers in frames of the page, each with a policy of its own. */
@ApiTags('Frames')
@Controller('frame')
export class FrameController {
  constructor(
    private readonly store: FrameStore,
    private readonly sessions: Sessions,
    private readonly credentials: Credentials,
    private readonly upstreams: Upstreams,
    private readonly config: DashboardConfig,
  ) {}

  @Post('preview')
  @HttpCode(201)
  @Public()
  @LimitAddress('frames', FRAMES_PER_MINUTE)
  @Operation({
    summary: 'Keep HTML for a frame',
    description: 'For ten minutes, under a name that only the answer has.',
    success: { status: 201, type: FrameView },
    errors: [400, 401, 403, 429],
  })
  async keep(@Req() request: Request, @Body() { html }: FrameRequest): Promise<FrameView> {
    rejectForeignPages(request, this.config.origin);
    await this.#demandSession(request);
    return { id: await this.store.keep(html) };
  }

  @Get('preview/:id')
  @Public()
  @Operation({
    summary: 'HTML that was kept for a frame',
    description:
      'With a policy that runs no script. `pictures=1` loads pictures of other servers, which then know that somebody looks.',
    success: { status: 200, contentType: 'text/html' },
    errors: [401, 404],
  })
  async preview(
    @Req() request: Request,
    @Res() response: Response,
    @Param('id') id: string,
    @Query() { pictures }: FrameQuery,
  ): Promise<void> {
    await this.#demandSession(request);
    const html = await this.store.find(id);
    if (html === undefined) throw new Problem('NotFound');
    sendFrame(response, html, { withPictures: pictures === '1' });
  }

  @Get('message/:id')
  @Public()
  @Operation({
    summary: 'The content of a message, for a frame',
    description: 'HTML, or the text if there is none, with the policy of frames.',
    success: { status: 200, contentType: 'text/html' },
    errors: [401, 404, 503],
  })
  async message(
    @Req() request: Request,
    @Res() response: Response,
    @Param('id') id: string,
    @Query() query: FrameQuery,
  ): Promise<void> {
    await this.#demandSession(request);
    const body = await orUnavailable(() => this.#messageBody(request, response, id, query.tenant));
    if (!body) throw new Problem('NotFound');
    sendFrame(response, body.html ?? pageOfText(body.text ?? ''), { withPictures: query.pictures === '1' });
  }

  async #messageBody(request: Request, response: Response, id: string, tenant: string | undefined) {
    const context = {
      headers: await this.credentials.headersOf(request, response, tenant),
      answer: new AnswerBudget(),
      calls: new CallBudget(),
    };
    const { data } = await this.upstreams.run(
      'platform',
      { query: MESSAGE, variables: { id }, isMutation: false },
      context,
    );
    return (data?.['message'] as { body: { html: string | null; text: string | null } } | null | undefined)?.body;
  }

  /** A bearer is judged by the app that is asked. */
  async #demandSession(request: Request): Promise<void> {
    if (request.headers.authorization === undefined && !(await orUnavailable(() => this.sessions.has(request))))
      throw new Problem('AuthorizationError');
  }
}
