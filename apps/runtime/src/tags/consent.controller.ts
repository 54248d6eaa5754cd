import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { bodyOf, bodyOfText, Operation, Problem, readText } from '#libs/core/http';
import { applyCount, CallCounter } from '#libs/core/limits';
import { PixelPlaces } from '../sites/pixel-places.js';
import { BODY_MAX_BYTES, ConsentRequest, ConsentResponse } from './consent.requests.js';
import { Consents } from './consents.js';

/** Decisions a minute from one address: a person decides once, and an office has one address. */
const PER_MINUTE = 60;
/** Decisions a minute of one account. */
const TENANT_PER_MINUTE = 3_000;

/** Decisions of visitors about tags, which the banner of a published page sends. */
@ApiTags('Tráfego')
@Controller('collect/consentimento')
export class ConsentController {
  constructor(
    private readonly places: PixelPlaces,
    private readonly consents: Consents,
    private readonly counter: CallCounter,
  ) {}

  @Post()
  @Public()
  @HttpCode(202)
  @ApiHeader({ name: 'Origin', required: true, description: 'A origem da página; deve ser a da credencial.' })
  @ApiHeader({ name: 'Sec-GPC', required: false, description: '1: marketing só conta se foi escolhido.' })
  @Operation({
    summary: 'Registrar a decisão de um visitante sobre tags',
    description:
      'O que o aviso de consentimento envia. 202 quando está guardada: com um id sorteado, sem endereço e sem navegador. Uma ' +
      'decisão repetida é registrada uma vez; nenhuma é alterada.',
    success: { status: 202, type: ConsentResponse },
    errors: [400, 403, 413, 429, 503],
  })
  @ApiConsumes('application/json', 'text/plain')
  @ApiBody({ type: ConsentRequest })
  async record(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<ConsentResponse> {
    applyCount(response, await this.counter.countAddress('consents', PER_MINUTE, request.ip));
    if (Number(request.headers['content-length']) > BODY_MAX_BYTES) throw new Problem('PayloadTooLarge');
    const body = request.is('text/plain')
      ? bodyOfText(await readText(request, BODY_MAX_BYTES), ConsentRequest)
      : bodyOf(request.body, ConsentRequest);
    const { tenantId, pageId, pixel } = this.places.find(body.credencial, request.get('origin'));
    if (pixel) throw new Problem('ValidationError', { message: 'A credencial deve ser a de uma página.' });
    applyCount(response, await this.counter.count('consents of a tenant', TENANT_PER_MINUTE, tenantId));
    await this.consents.record({ tenantId, pageId }, body, request.get('sec-gpc') === '1');
    return { registrado: true };
  }
}
