import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { ConfirmationDialog, proofOf, sendConfirmationPage } from '#libs/messaging/confirmation';
import { CONFIRMATION_PATH } from '../lists/confirmation/confirmation-links.js';
import { presentSubscription } from './confirmation-pages.js';
import { Confirmations, type Subscription } from './confirmations.service.js';

const PAGE = { status: 200, contentType: 'text/html' } as const;

/** The pages behind the link of the mail that asks for a confirmation. They work without scripts and cookies. */
@ApiTags('Links in mail')
@Controller('t/l')
export class ConfirmationsController {
  private readonly dialog: ConfirmationDialog<Subscription>;

  constructor(confirmations: Confirmations) {
    this.dialog = new ConfirmationDialog(confirmations, presentSubscription, (token) => ({
      confirm: `${CONFIRMATION_PATH}/${token}`,
      again: `${CONFIRMATION_PATH}/${token}/again`,
    }));
  }

  @Get(':token')
  @Public()
  @Operation({
    summary: 'Ask whether a contact wants to be on a list',
    description: 'Shows a page with a button; the page itself changes nothing. 410 after seven days.',
    success: PAGE,
    anyQuery: true,
  })
  async show(@Param('token') token: string, @Res() response: Response): Promise<void> {
    sendConfirmationPage(response, await this.dialog.show(token));
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
    sendConfirmationPage(response, await this.dialog.confirm(token, proofOf(request)));
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
    sendConfirmationPage(response, await this.dialog.askAgain(token));
  }
}
