import { Controller, HttpCode, Options, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExcludeEndpoint, ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { bodyOf, bodyOfText, Operation, Problem, readText } from '#libs/core/http';
import { applyCount, CallCounter } from '#libs/core/limits';
import { RuntimeConfig } from '../config.js';
import { allowAnyOrigin, allowJsonPost } from '../negotiation/any-origin.js';
import { asksNotToBeFollowed } from '../negotiation/visitor-headers.js';
import { PixelPlaces } from '../sites/pixel-places.js';
import { BODY_MAX_BYTES, ReplayRequest, ReplayResponse } from './replay.requests.js';
import { Replays } from './replays.js';

/** Recordings of visitors, which the recorder sends from our pages and from those of others. */
@ApiTags('Tráfego')
@Controller('replay')
export class ReplayController {
  constructor(
    private readonly places: PixelPlaces,
    private readonly replays: Replays,
    private readonly counter: CallCounter,
    private readonly config: RuntimeConfig,
  ) {}

  @Post()
  @Public()
  @HttpCode(202)
  @ApiHeader({ name: 'Origin', required: true, description: 'A origem da página; deve ser a da credencial.' })
  @ApiHeader({ name: 'Sec-GPC', required: false, description: '1, como DNT: nada é gravado.' })
  @Operation({
    summary: 'Gravar um trecho do que um visitante fez',
    description:
      'Só com consentimento. O que foi digitado é mascarado de novo aqui. Um trecho repetido conta uma vez. ' +
      'A resposta vem depois de guardado. Até 10 MB e 30 minutos por gravação: 413 além disso.',
    success: { status: 202, type: ReplayResponse },
    errors: [400, 403, 413, 429, 503],
  })
  @ApiConsumes('application/json', 'text/plain')
  @ApiBody({ type: ReplayRequest })
  async record(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<ReplayResponse> {
    allowAnyOrigin(request, response);
    const { replaysPerMinute } = this.config;
    applyCount(response, await this.counter.countAddress('replay', replaysPerMinute, request.ip));
    const body = request.is('text/plain')
      ? bodyOfText(await readText(request, BODY_MAX_BYTES), ReplayRequest)
      : bodyOf(request.body, ReplayRequest);
    const place = this.places.find(body.credencial, request.headers.origin);
    if (asksNotToBeFollowed(request.headers)) return { gravado: false };
    if (!body.consentimento)
      throw new Problem('ValidationError', { message: 'Sem o consentimento do visitante nada é gravado.' });
    await this.replays.accept(place, body);
    return { gravado: true };
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
