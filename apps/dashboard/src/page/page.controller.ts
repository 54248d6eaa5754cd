import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { sendOn } from '#libs/core/html';
import { Operation, Problem } from '#libs/core/http';
import { AppUnavailable } from '../app-unavailable.js';
import { Sessions } from '../sign-in/sessions.js';
import { Assets } from './assets.js';
import { Page } from './page.js';

/** Serves the page of the dashboard at every address that is nothing else, to browsers that are signed in. */
@ApiTags('Page')
@Controller()
export class PageController {
  constructor(
    private readonly page: Page,
    private readonly assets: Assets,
    private readonly sessions: Sessions,
  ) {}

  @Get('assets/:name')
  @Public()
  @Operation({
    summary: 'A file of the page',
    description: 'Its name has a hash of its content, so it may be kept for a year.',
    success: { status: 200, contentType: 'application/octet-stream' },
    errors: [404],
    anyQuery: true,
  })
  async asset(@Param('name') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.assets.send(name, request, response);
  }

  @Get()
  @Public()
  @Operation({
    summary: 'The page of the dashboard',
    description: 'Leads a browser without a session to the sign-in. Other paths without a dot answer alike.',
    success: { status: 200, contentType: 'text/html' },
    errors: [404],
    anyQuery: true,
  })
  home(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.show(request, response);
  }

  /** Any other path: screens of the page have their own. Programs, which ask for no HTML, are told that there is nothing. */
  @Get('*path')
  @Public()
  @ApiExcludeEndpoint()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    // Files have a dot in their names, pages have none: browsers ask for icons and manifests by themselves.
    if (/\.[a-z0-9]+$/i.test(request.path) || request.accepts(['json', 'html']) !== 'html')
      throw new Problem('NotFound');
    if (await this.#isSignedIn(request)) return this.page.send(response);
    sendOn(response, `/auth/login?to=${encodeURIComponent(request.originalUrl)}`);
  }

  /** A session that cannot be looked up now is no reason to sign in again: the page says what is away. */
  async #isSignedIn(request: Request): Promise<boolean> {
    try {
      return await this.sessions.has(request);
    } catch (error) {
      if (error instanceof AppUnavailable) return true;
      throw error;
    }
  }
}
