import { Module } from '@nestjs/common';
import { SigningCertificateController } from './ses/signing-certificate.controller.js';
import { SnsSigner } from './ses/sns-signer.js';
import { WebhookFormats } from './webhook-formats.js';

@Module({
  controllers: [SigningCertificateController],
  providers: [SnsSigner, WebhookFormats],
  exports: [WebhookFormats],
})
export class WebhookFormatsModule {}
