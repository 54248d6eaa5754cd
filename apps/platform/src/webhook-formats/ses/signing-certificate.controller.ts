import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { CERTIFICATE_PATH, SnsSigner } from './sns-signer.js';

const PEM = 'application/x-pem-file';

@ApiTags('Webhooks')
@Controller()
export class SigningCertificateController {
  constructor(private readonly signer: SnsSigner) {}

  @Get(CERTIFICATE_PATH)
  @Public()
  @Header('Content-Type', PEM)
  @Header('Cache-Control', 'public, max-age=3600')
  @Operation({
    summary: 'Fetch the certificate of webhooks in the format ses',
    description: 'Where SigningCertURL of their bodies leads. The platform signed it itself, and it is never renewed.',
    success: { status: 200, contentType: PEM, schema: { type: 'string' } },
  })
  read(): Promise<string> {
    return this.signer.certificate();
  }
}
