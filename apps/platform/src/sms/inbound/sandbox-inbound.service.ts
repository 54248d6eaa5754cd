import { Injectable } from '@nestjs/common';
import { invalidField, Problem } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import { helpLanguage, smsKeyword, parseSender } from '#libs/messaging/sms';
import { PlatformConfig } from '../../config.js';
import { HELP_TEXTS } from './help-texts.js';
import type { SandboxTextRequest, SandboxTextResponse } from './inbound.dto.js';
import { InboundTexts } from './inbound-texts.service.js';

/** Texts that come in, as a sandbox plays them. */
@Injectable()
export class SandboxInbound {
  constructor(
    private readonly inbound: InboundTexts,
    private readonly config: PlatformConfig,
  ) {}

  /** @throws Problem NotInstalled in production, InvalidParameter for a sender that cannot be one */
  async play(tenantId: TenantId, { From, To, Body: body, Id }: SandboxTextRequest): Promise<SandboxTextResponse> {
    if (this.config.isProduction) throw new Problem('NotInstalled');
    const to = parseSender(To)?.value;
    if (to === undefined) throw invalidField('InvalidParameter', 'To', 'must be a sender of texts');
    const keyword = smsKeyword(body) ?? null;
    const text = { carrierId: Id, from: From, to, body, keyword };
    const isShared = to === this.config.smsFrom;
    const { isNew, received } = await this.inbound.apply(tenantId, text, isShared ? {} : { keptIn: 'test' });
    const reply = isNew && keyword === 'help' ? HELP_TEXTS[helpLanguage(body)] : null;
    return { Keyword: keyword, Applied: isNew && keyword !== null, Reply: reply, InboundId: received?.id ?? null };
  }
}
