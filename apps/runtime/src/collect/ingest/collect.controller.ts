import { Controller, HttpCode, Options, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExcludeEndpoint, ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { allowAnyOrigin, allowJsonPost } from '../../negotiation/any-origin.js';
import { Collect } from './collect.js';
import { CollectRequest, CollectResponse } from './collect.dto.js';

/** Events of visitors, from published pages and from pixels. */
@ApiTags('Tráfego')
@Controller('collect')
export class CollectController {
  constructor(private readonly collect: Collect) {}

  @Post()
  @Public()
  @HttpCode(202)
  @ApiHeader({ name: 'Origin', required: true, description: 'Um domínio da conta ou do pixel.' })
  @Operation({
    summary: 'Enviar eventos de um visitante',
    description:
      'O que `/pixel.js` envia. 202 quando os eventos estão em disco; contam em um segundo. A credencial é a da página ou do ' +
      'pixel; outra, ou outra origem, responde 403. Com `Sec-GPC: 1` ou `DNT: 1` contam sem identificar o visitante.',
    success: { status: 202, type: CollectResponse },
    errors: [400, 403, 413, 429, 503],
  })
  @ApiConsumes('application/json', 'text/plain')
  @ApiBody({ type: CollectRequest })
  async take(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<CollectResponse> {
    allowAnyOrigin(request, response);
    return this.collect.accept(request);
  }

  /** Browsers ask before they send JSON to another origin. */
  @Options()
  @Public()
  @ApiExcludeEndpoint()
  @HttpCode(204)
  preflight(@Req() request: Request, @Res({ passthrough: true }) response: Response): void {
    allowJsonPost(request, response);
  }
}
