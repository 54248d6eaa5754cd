import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import {
  askedAgainPage,
  askPage,
  brokenPage,
  donePage,
  expiredPage,
  sendConfirmationPage,
} from './confirmation-pages.js';
import { Confirmations, type Subscription } from './confirmations.service.js';

const PAGE = { status: 200, contentType: 'text/html' } as const;

/** The pages behind the link of the mail that asks for a confirmation. They work without scripts and cookies. */
@ApiTags('Links in mail')
@Controller('t/l')
export class ConfirmationsController {
  constructor(private readonly confirmations: Confirmations) {}

  @Get(':token')
  @Public()
  @Operation({
    summary: 'Ask whether a contact wants to be on a list',
    description: 'Shows a page with a button; the page itself changes nothing. 410 after seven days.',
    success: PAGE,
    anyQuery: true,
  })
  async show(@Param('token') token: string, @Res() response: Response): Promise<void> {
    const subscription = await this.open(token, response);
    if (!subscription) return;
    const { isConfirmed, isExpired } = subscription;
    if (isConfirmed) return sendConfirmationPage(response, donePage(subscription, false));
    sendConfirmationPage(response, isExpired ? expiredPage(subscription, token) : askPage(subscription, token));
  }

  @Post(':token')
  @Public()
  @HttpCode(200)
  @Operation({
    summary: 'Confirm a contact on a list',
    description: 'The button of the page. Repeated, it changes nothing: the first confirmation stays.',
    success: PAGE,
    anyQuery: true,
  })
  async confirm(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const subscription = await this.open(token, response);
    if (!subscription) return;
    const { isConfirmed, isExpired } = subscription;
    if (isExpired && !isConfirmed) return sendConfirmationPage(response, expiredPage(subscription, token));
    const visit = { ip: request.ip ?? null, userAgent: request.get('user-agent') ?? null };
    sendConfirmationPage(response, donePage(subscription, await this.confirmations.confirm(subscription, visit)));
  }

  @Post(':token/again')
  @Public()
  @HttpCode(200)
  @Operation({
    summary: 'Send another link',
    description: 'The button of the page of an expired link. One mail every ten minutes, five in all.',
    success: PAGE,
    anyQuery: true,
  })
  async askAgain(@Param('token') token: string, @Res() response: Response): Promise<void> {
    const subscription = await this.open(token, response);
    if (!subscription) return;
    const outcome = await this.confirmations.askAgain(subscription);
    if (outcome === 'gone') return sendConfirmationPage(response, brokenPage());
    const page = outcome === 'confirmed' ? donePage(subscription, false) : askedAgainPage(subscription, outcome);
    sendConfirmationPage(response, page);
  }

  /** Answers the request itself for a link that does not work. */
  private async open(token: string, response: Response): Promise<Subscription | null> {
    const subscription = await this.confirmations.open(token);
    if (!subscription) sendConfirmationPage(response, brokenPage());
    return subscription;
  }
}
