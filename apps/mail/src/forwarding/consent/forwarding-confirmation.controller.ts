import { Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { Operation, QueryText, readForm } from '#libs/core/http';
import { LimitAddress } from '#libs/core/limits';
import { sendConfirmationPage } from '#libs/messaging/confirmation';
import { ForwardingConfirmations } from './forwarding-confirmations.js';
import { askPage, brokenPage, donePage, expiredPage } from './forwarding-pages.js';

const CALLS_PER_MINUTE = 60;
const PAGE = { status: 200, contentType: 'text/html' } as const;

class ConfirmationQuery {
  @QueryText({ max: 1_000, description: 'What the link in the mail holds.' })
  token?: string;
}

/** The pages behind the link of the mail that asks for consent. They work without scripts and cookies. */
@ApiTags('Rules')
@LimitAddress('forwarding', CALLS_PER_MINUTE)
@Controller('forwarding/confirm')
export class ForwardingConfirmationController {
  constructor(private readonly confirmations: ForwardingConfirmations) {}

  @Get()
  @Public()
  @Operation({
    summary: 'Ask whether mail may be forwarded',
    description:
      'Where the link in the mail leads: a page with a button, which changes nothing by itself, because mail filters open ' +
      'links. 404 for a link that is not ours or was used, 410 for an expired one.',
    success: PAGE,
    errors: [404, 429],
  })
  async show(@Query() { token = '' }: ConfirmationQuery, @Res() response: Response): Promise<void> {
    const asked = await this.confirmations.open(token);
    if (!asked) return sendConfirmationPage(response, brokenPage());
    sendConfirmationPage(response, asked.isExpired ? expiredPage() : askPage(asked, token));
  }

  @Post()
  @Public()
  @ApiConsumes('application/x-www-form-urlencoded')
  @Operation({
    summary: 'Allow that mail is forwarded',
    description: 'The button of the page. It works once.',
    success: PAGE,
    errors: [404, 429],
  })
  async confirm(@Req() request: Request, @Res() response: Response): Promise<void> {
    const isForm = request.is('application/x-www-form-urlencoded');
    const token = isForm ? ((await readForm(request)).get('token') ?? '') : '';
    const asked = await this.confirmations.confirm(token);
    if (!asked) return sendConfirmationPage(response, brokenPage());
    sendConfirmationPage(response, asked.isExpired ? expiredPage() : donePage(asked));
  }
}
