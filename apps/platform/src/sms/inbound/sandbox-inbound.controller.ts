import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/auth';
import { invalidField, Operation, Problem } from '#libs/http';
import { helpLanguage, smsKeyword } from '#libs/sms';
import { PlatformConfig } from '../../config.js';
import { parseSender } from '../senders/sms-sender.js';
import { HELP_TEXTS } from './help-texts.js';
import { SandboxTextRequest, SandboxTextResponse } from './inbound.dto.js';
import { InboundTexts } from './inbound-texts.service.js';

@ApiTags('SMS')
@Controller('api/sms/inbound')
export class SandboxInboundController {
  constructor(
    private readonly inbound: InboundTexts,
    private readonly config: PlatformConfig,
  ) {}

  @Post()
  @HttpCode(200)
  @Session()
  @Operation({
    summary: 'Play a text that comes in, in the sandbox',
    description: 'STOP, START and HELP in several languages. In production they come from the carrier alone (404).',
    success: { status: 200, type: SandboxTextResponse },
    errors: [404],
  })
  async take(@Body() { From, To, Body: body, Id }: SandboxTextRequest): Promise<SandboxTextResponse> {
    if (this.config.isProduction) throw new Problem('NotInstalled');
    const to = parseSender(To)?.value;
    if (to === undefined) throw invalidField('InvalidParameter', 'To', 'must be a sender of texts');
    const keyword = smsKeyword(body);
    const text = { carrierId: Id, from: From, to, body };
    const applied = keyword !== undefined && (await this.inbound.apply(currentTenantId(), keyword, text));
    const reply = applied && keyword === 'help' ? HELP_TEXTS[helpLanguage(body)] : null;
    return { Keyword: keyword ?? null, Applied: applied, Reply: reply };
  }
}
