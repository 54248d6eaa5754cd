import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type RefusedDelivery, type SentWebhook, WebhookSender } from '#libs/messaging/webhooks';
import { CrmConfig } from '../../config.js';
import {
  type ProviderDelivery,
  type ProviderTransport,
  ProviderTransports,
} from '../../destinations/delivery/provider-transports.js';
import type { Provider } from '../providers.js';
import { judgeMetaAnswer } from './meta-answer.js';
import { MAX_AGE_MS, type MetaEvent } from './meta-event.js';

const PROVIDER: Provider = 'meta_capi';

/** The version of the Graph API whose parameters and answers are understood here. */
const API_VERSION = 'v25.0';

/** Sends events to Meta's Conversions API, one a request: an event at fault takes no other with it. */
@Injectable()
export class MetaConversions implements ProviderTransport, OnModuleInit {
  private readonly baseUrl: string;

  constructor(
    private readonly transports: ProviderTransports,
    private readonly sender: WebhookSender,
    { metaGraphUrl }: CrmConfig,
  ) {
    this.baseUrl = `${metaGraphUrl.replace(/\/+$/, '')}/${API_VERSION}`;
  }

  onModuleInit(): void {
    this.transports.add(PROVIDER, this);
  }

  async send({
    eventId,
    payload,
    isTest,
    config,
    secret,
  }: ProviderDelivery): Promise<SentWebhook | RefusedDelivery | undefined> {
    if (secret === null) return { refused: 'A integração não tem o segredo, que é o token de acesso da Meta.' };
    const event = JSON.parse(payload) as MetaEvent;
    if (Date.now() - event.event_time * 1000 > MAX_AGE_MS)
      return { refused: 'O evento tem mais de sete dias, e a Meta não aceita mais.' };
    const testCode = isTest ? config['test_event_code'] : undefined;
    const body = { data: [event], ...(testCode && { test_event_code: testCode }), access_token: secret };
    return this.sender.send({
      url: `${this.baseUrl}/${config['pixel_id']}/events`,
      eventId,
      headers: { accept: 'application/json' },
      body: JSON.stringify(body),
      judge: (answer) => judgeMetaAnswer(answer, secret),
    });
  }
}
